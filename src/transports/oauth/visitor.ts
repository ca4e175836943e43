import type { FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, RateLimited, Unauthenticated } from '../../core/errors.ts';
import { getMe } from '../../domains/accounts/accounts.ts';
import type { User } from '../../domains/accounts/account.ts';
import type { Actor, Context } from '../../kit/context.ts';
import type { Operation } from '../../kit/operation.ts';
import { authenticateSession } from '../http/authenticate.ts';
import type { Door } from '../http/mount.ts';
import { setSessionCookie } from '../http/sign-in.ts';
import type { SignedIn } from '../http/sign-in.ts';

/** Who sits at the browser: signed in, with what operations need to know. */
export interface Visitor {
  user: User;
  context: Context;
}

export interface SigningIn {
  door: Door;
  signIn: Operation;
  secure: boolean;
}

export async function visitorOf(door: Door, request: FastifyRequest): Promise<Visitor | null> {
  try {
    const actor = await authenticateSession(door.authenticator, {
      // Whether the form is ours is proved by the form itself (forms.ts).
      method: 'GET',
      headers: request.headers,
    });
    const context = contextOf(door, request, actor);
    return { context, user: (await getMe(context, {})) as User };
  } catch (error) {
    if (error instanceof Unauthenticated) return null;
    throw error;
  }
}

/** Signs in with what a form says: a new session each time. Answers what went wrong, in words. */
export async function signInBy(
  { door, signIn, secure }: SigningIn,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: URLSearchParams,
): Promise<{ user_id: string } | { status: number; message: string }> {
  const credentials = { email: fields.get('email')?.trim(), password: fields.get('password') };
  try {
    const context = contextOf(door, request, { kind: 'nobody' });
    const signedIn = (await signIn(context, credentials)) as SignedIn;
    setSessionCookie(reply, signedIn, secure);
    return { user_id: signedIn.user.id };
  } catch (error) {
    if (error instanceof Unauthenticated) return { status: 401, message: error.message };
    if (error instanceof RateLimited) {
      reply.header('Retry-After', error.retryAfterSeconds);
      return { status: 429, message: error.message };
    }
    if (error instanceof Invalid) {
      return { status: 422, message: 'Give the e-mail address and the password of your account.' };
    }
    throw error;
  }
}

function contextOf({ parts }: Door, request: FastifyRequest, actor: Actor): Context {
  return { ...parts, actor, ip: request.ip };
}
