import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Operation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Clock } from '../../core/clock.ts';
import { KNOWN_DAYS } from '../../domains/accounts/known-devices.ts';
import type { KnownDevices } from '../../domains/accounts/known-devices.ts';
import { admission } from './admission.ts';
import { DEVICE_COOKIE, SESSION_COOKIE } from './authentication.ts';
import { answerRoute } from './route-mounting.ts';
import type { Door } from './route-mounting.ts';

export interface SigningRoutes {
  signIn: Route;
  signInWithPasskey: Route;
  signUpWithPasskey: Route;
  signOut: Route;
}

export function signInRoutes({
  signIn,
  signInWithPasskey,
  signUpWithPasskey,
  signOut,
}: Record<keyof SigningRoutes, Operation>): SigningRoutes {
  return {
    signIn: route(signIn, { method: 'POST', path: '/v1/auth/sign-in', credential: 'none' }),
    signInWithPasskey: route(signInWithPasskey, {
      method: 'POST',
      path: '/v1/auth/passkey',
      credential: 'none',
    }),
    signUpWithPasskey: route(signUpWithPasskey, {
      method: 'POST',
      path: '/v1/auth/sign-up/passkey',
      credential: 'none',
    }),
    signOut: route(signOut, { method: 'POST', path: '/v1/auth/sign-out', credential: 'session' }),
  };
}

/**
 * The routes for signing in and out are written by hand, because no other routes set and clear the
 * browser's cookie.
 */
export async function mountSignIn(
  app: FastifyInstance,
  door: Door,
  { signIn, signInWithPasskey, signUpWithPasskey, signOut, ...browser }: SigningRoutes & Browser,
): Promise<void> {
  await app.register(cookie);
  for (const each of [signIn, signInWithPasskey, signUpWithPasskey]) {
    app.post(each.path, admission(door, each), async (request, reply) => {
      const signedIn = (await answerRoute(door, each, request)) as SignInAnswer;
      setSignInCookies(reply, signedIn, browser);
      return signedIn;
    });
  }

  app.post(signOut.path, admission(door, signOut), async (request, reply) => {
    const answer = await answerRoute(door, signOut, request);
    clearSessionCookie(reply, browser.secure);
    return answer;
  });
}

export interface SignInAnswer {
  token: string;
  expires_at: string;
  user: { id: string; email: string };
}

/** The parts that are needed to set cookies in a browser. */
export interface Browser {
  secure: boolean;
  devices: KnownDevices;
  clock: Clock;
}

/**
 * Sets the session cookie, and a cookie that marks this device as known and outlives the session.
 */
export function setSignInCookies(
  reply: FastifyReply,
  signedIn: SignInAnswer,
  { secure, devices, clock }: Browser,
): void {
  reply.header('Cache-Control', 'no-store');
  reply.setCookie(SESSION_COOKIE, signedIn.token, {
    ...cookieOptions(secure),
    expires: new Date(signedIn.expires_at),
  });
  reply.setCookie(DEVICE_COOKIE, devices.note(signedIn.user.email, clock.now()), {
    ...cookieOptions(secure),
    maxAge: KNOWN_DAYS * 86_400,
  });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(SESSION_COOKIE, cookieOptions(secure));
}

function cookieOptions(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}
