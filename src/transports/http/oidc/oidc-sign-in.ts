/**
 * Sign-in with an OpenID Connect provider. These routes are written by hand, because they redirect
 * the browser and set its cookies.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, RateLimited, Unauthenticated } from '../../../core/errors.ts';
import { FLOW_MS } from '../../../domains/accounts/oidc/flows.ts';
import type { Flows } from '../../../domains/accounts/oidc/flows.ts';
import { BegunAnswer, CALLBACK_PATH } from '../../../domains/accounts/oidc/oidc.ts';
import type { Begun } from '../../../domains/accounts/oidc/oidc.ts';
import { OidcRefused } from '../../../domains/accounts/oidc/refusals.ts';
import type { RefusalReason } from '../../../domains/accounts/oidc/refusals.ts';
import type { Operation } from '../../../kit/operation.ts';
import { route } from '../../../kit/route.ts';
import type { AnswerMap, Route } from '../../../kit/route.ts';
import { failureOf } from '../errors.ts';
import { admission } from '../admission.ts';
import { answerPage, answerRoute } from '../route-mounting.ts';
import type { Door } from '../route-mounting.ts';
import { setSignInCookies } from '../sign-in.ts';
import type { Browser, SignInAnswer } from '../sign-in.ts';

interface StartRoutes {
  start: Route;
  link: Route;
}

interface Parts extends StartRoutes, Browser {
  flows: Flows;
  finish: Operation;
  finishLink: Operation;
}

const START_PATH = '/v1/auth/oidc/start';
/** Sign-ins that a browser may have begun at the same time, in several tabs. */
const MAX_FLOWS = 4;
const COOKIE = /(?:^|;\s*)(svc_oidc_[\w-]+)=([\w-]+)/g;

export function oidcSignInRoutes({ start, link }: Record<keyof StartRoutes, Operation>) {
  const answer = { output: BegunAnswer, map: ({ url }: Begun) => ({ url }) } as AnswerMap;
  return {
    start: route(start, { method: 'POST', path: START_PATH, credential: 'none', answer }),
    link: route(link, {
      method: 'POST',
      path: '/v1/users/me/oidc/link',
      credential: 'session',
      answer,
    }),
  } satisfies StartRoutes;
}

export function mountOidc(app: FastifyInstance, door: Door, parts: Parts): void {
  for (const each of [parts.start, parts.link]) {
    app.post(each.path, admission(door, each), async (request, reply) => {
      const begun = (await answerRoute(door, { ...each, map: null }, request)) as Begun;
      return BegunAnswer.parse(keepFlow(request, reply, begun, parts));
    });
  }

  // A link for pages without scripts. It takes no invitation, because addresses are logged.
  app.get(START_PATH, async (request, reply) => {
    const { return_to, timezone } = request.query as Record<string, unknown>;
    const begin = async () => {
      const route = { operation: parts.start.operation, credential: 'none' } as const;
      const begun = (await answerPage(door, route, request, { return_to, timezone })) as Begun;
      keepFlow(request, reply, begun, parts);
      return begun.url;
    };
    return redirect(reply, await begin().catch((error: unknown) => failed(request, error)));
  });

  // A HEAD request must not use up the answer of the provider.
  app.get(CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) =>
    redirect(reply, await finish(door, parts, request, reply)),
  );
}

/** Ends a sign-in, and returns the path of the page that the browser opens. */
async function finish(
  door: Door,
  { flows, finish, finishLink, ...browser }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const query = new URL(request.url, 'http://here').searchParams;
  const state = query.get('state') ?? '';
  const name = cookieOf(state);
  const sealed = heldFlows(request).get(name) ?? '';
  reply.clearCookie(name, flowCookie(browser.secure));
  const flow = flows.open(sealed, state, door.parts.clock.now());
  const input = { query: query.toString(), state, flow: sealed };
  const isLink = flow !== null && flow.user_id !== null;
  try {
    if (isLink) {
      const route = { operation: finishLink, credential: 'session' } as const;
      await answerPage(door, route, request, input);
      return flow.return_to;
    }
    const route = { operation: finish, credential: 'none' } as const;
    const signedIn = (await answerPage(door, route, request, input)) as SignInAnswer;
    setSignInCookies(reply, signedIn, browser);
    return flow!.return_to;
  } catch (error) {
    return failed(request, error, flow);
  }
}

/** Returns the path of the page that explains why the sign-in failed. */
function failed(
  request: FastifyRequest,
  error: unknown,
  flow: { user_id: string | null; return_to: string } | null = null,
): string {
  const reason = reasonOf(error);
  if (reason === 'failed') request.log.error({ err: error }, 'unexpected error');
  // Somebody who connects an account is signed in, and sees the reason where it began.
  const stays = flow !== null && flow.user_id !== null && reason !== 'other_user';
  const page = new URL(stays ? flow.return_to : '/sign-in', 'http://here');
  page.searchParams.set('oidc_error', reason);
  if (flow !== null && !stays && flow.return_to !== '/') {
    page.searchParams.set('to', flow.return_to);
  }
  return `${page.pathname}${page.search}${page.hash}`;
}

function reasonOf(error: unknown): RefusalReason {
  if (error instanceof OidcRefused) return error.reason;
  if (error instanceof NotFound) return 'not_configured';
  if (error instanceof RateLimited) return 'too_many';
  // The session that began to connect the account has ended.
  if (error instanceof Unauthenticated) return 'other_user';
  const { status } = failureOf(error);
  if (status === 503 || status === 507) return 'unavailable';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * The answer differs each time, and its address contains a code. An assistant may have opened the
 * page in a popup, which keeps its opener.
 */
function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply
    .header('Cross-Origin-Opener-Policy', 'unsafe-none')
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .redirect(path, 303);
}

/** Each sign-in has a cookie, so that two tabs do not disturb each other. */
function keepFlow(
  request: FastifyRequest,
  reply: FastifyReply,
  begun: Begun,
  { secure }: Browser,
): Begun {
  const old = [...heldFlows(request).keys()];
  for (const name of old.slice(0, Math.max(0, old.length - MAX_FLOWS + 1))) {
    reply.clearCookie(name, flowCookie(secure));
  }
  reply.header('Cache-Control', 'no-store');
  reply.setCookie(cookieOf(begun.state), begun.flow, {
    ...flowCookie(secure),
    maxAge: FLOW_MS / 1_000,
  });
  return begun;
}

const cookieOf = (state: string): string => `svc_oidc_${state.replace(/[^\w-]/g, '').slice(0, 16)}`;

function heldFlows({ headers }: FastifyRequest): Map<string, string> {
  return new Map(
    Array.from((headers.cookie ?? '').matchAll(COOKIE), ([, name, value]) => [name!, value!]),
  );
}

/** `lax`, because the provider sends the browser back from another site. */
function flowCookie(secure: boolean) {
  return { path: '/v1/auth/oidc', httpOnly: true, sameSite: 'lax', secure } as const;
}
