import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import { SESSION_COOKIE } from './authenticate.ts';
import { answerRoute } from './mount.ts';
import type { Door } from './mount.ts';

/**
 * Signing in and out, by hand: besides answering they set and clear the browser's cookie, which no
 * other route does.
 */
export async function mountSignIn(
  app: FastifyInstance,
  door: Door,
  { signIn, signOut, secure }: { signIn: Operation; signOut: Operation; secure: boolean },
): Promise<void> {
  await app.register(cookie);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const signInRoute = route(signIn, {
    method: 'POST',
    path: '/v1/auth/sign-in',
    credential: 'none',
  });
  const signOutRoute = route(signOut, {
    method: 'POST',
    path: '/v1/auth/sign-out',
    credential: 'session',
  });

  app.post(signInRoute.path, async (request, reply) => {
    const signedIn = (await answerRoute(door, signInRoute, request, reply)) as SignedIn;
    reply.header('Cache-Control', 'no-store');
    reply.setCookie(SESSION_COOKIE, signedIn.token, {
      ...options,
      expires: new Date(signedIn.expires_at),
    });
    return signedIn;
  });

  app.post(signOutRoute.path, async (request, reply) => {
    const answer = await answerRoute(door, signOutRoute, request, reply);
    reply.clearCookie(SESSION_COOKIE, options);
    return answer;
  });
}

interface SignedIn {
  token: string;
  expires_at: string;
}
