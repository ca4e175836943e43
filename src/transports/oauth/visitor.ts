import type { FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, RateLimited, Unauthenticated, Unavailable } from '../../core/errors.ts';
import { getMe } from '../../domains/accounts/accounts.ts';
import type { User } from '../../domains/accounts/account.ts';
import { behindWall } from '../../kit/context.ts';
import type { Actor, Context } from '../../kit/context.ts';
import type { Operation } from '../../kit/operation.ts';
import { authenticateSession, deviceNoteOf, userAgentOf } from '../http/authentication.ts';
import type { Door } from '../http/route-mounting.ts';
import { noteLanguage } from './reader.ts';
import { setSignInCookies } from '../http/sign-in.ts';
import type { Browser, SignInAnswer } from '../http/sign-in.ts';

/** The signed-in user of the browser, with the context for operations. */
export interface Visitor {
  user: User;
  context: Context;
}

export interface SigningIn extends Browser {
  door: Door;
  signIn: Operation;
  /** The name of the OpenID Connect provider; null when there is none. */
  oidcName: string | null;
}

export async function visitorOf(door: Door, request: FastifyRequest): Promise<Visitor | null> {
  try {
    const actor = await authenticateSession(door.authenticator, {
      // `GET` skips the check for foreign pages, because the proof in the form replaces it
      // (forms.ts).
      method: 'GET',
      headers: {
        cookie: request.headers.cookie,
        authorization: request.headers.authorization,
      },
      protocol: request.protocol,
      host: request.host,
    });
    const context = contextOf(door, request, actor);
    const user = (await getMe(context, {})) as User;
    noteLanguage(request.raw, user.language);
    return { context, user };
  } catch (error) {
    if (error instanceof Unauthenticated) return null;
    throw error;
  }
}

/**
 * Signs in with the fields of a form and starts a new session. Returns an error message when the
 * sign-in fails.
 */
export async function signInBy(
  { door, signIn, ...browser }: SigningIn,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: URLSearchParams,
): Promise<{ user_id: string } | { status: number; message: string }> {
  const credentials = { email: fields.get('email')?.trim(), password: fields.get('password') };
  try {
    const context = contextOf(door, request, { kind: 'nobody' });
    const signedIn = (await signIn(context, credentials)) as SignInAnswer;
    setSignInCookies(reply, signedIn, browser);
    return { user_id: signedIn.user.id };
  } catch (error) {
    if (error instanceof Unauthenticated) return { status: 401, message: error.message };
    if (error instanceof RateLimited || error instanceof Unavailable) {
      reply.header('Retry-After', error.retryAfterSeconds);
      return { status: error instanceof Unavailable ? 503 : 429, message: error.message };
    }
    if (error instanceof Invalid) {
      return { status: 422, message: 'Enter the e-mail address and the password of your account.' };
    }
    throw error;
  }
}

function contextOf({ parts }: Door, request: FastifyRequest, actor: Actor): Context {
  const device_note = deviceNoteOf(request);
  return behindWall({
    ...parts,
    actor,
    ip: request.ip,
    ...userAgentOf(request),
    ...(device_note && { device_note }),
  });
}
