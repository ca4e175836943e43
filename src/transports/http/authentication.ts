import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden, Unauthenticated } from '../../core/errors.ts';
import { FAMILIES, familyOf } from '../../domains/access/keys/key.ts';
import type { Family } from '../../domains/access/keys/key.ts';
import type { Actor } from '../../kit/context.ts';
import type { Credential } from '../../kit/route.ts';

export const SESSION_COOKIE = 'svc_session';

/** Returns the caller who belongs to a credential; null when there is none. */
export interface Authenticator {
  session(token: string): Promise<Actor | null>;
  key(key: string): Promise<Actor | null>;
  /** The token must have been issued for this service. */
  accessToken(token: string): Promise<Actor | null>;
  /** The public address (`SVC_BASE_URL`); its pages are our own. */
  site(): string;
}

interface Caller {
  method: string;
  headers: IncomingHttpHeaders;
  /**
   * The protocol and the host that the browser used, as reported by trusted proxies if there are
   * any.
   */
  protocol: string;
  host: string;
}

export async function authenticate(
  authenticator: Authenticator,
  caller: Caller,
  credential: Credential,
): Promise<Actor> {
  switch (credential) {
    case 'none':
      return { kind: 'nobody' };
    case 'session':
      return authenticateSession(authenticator, caller);
    case 'developer_key':
      return authenticateKey(authenticator, caller, 'developer');
    case 'assistant':
      return authenticateAssistant(authenticator, caller);
    case 'listener':
      return authenticateListener(authenticator, caller);
  }
}

async function authenticateKey(
  authenticator: Authenticator,
  { headers }: Caller,
  family: Family,
): Promise<Actor> {
  const key = bearer(headers);
  if (key === null) {
    throw new Unauthenticated("Missing or invalid Authorization header. Must be 'Bearer API_KEY'");
  }
  refuseWrongFamily(key, family);
  const actor = await authenticator.key(key);
  if (!actor) throw new Unauthenticated('Invalid API Key');
  return actor;
}

const ACCESS_TOKEN = 'svc_oat_';
/** OAuth tokens that give no access, by their prefix. */
const NO_ACCESS = { svc_ort_: 'a refresh token', svc_code_: 'an authorization code' };
const NO_ASSISTANT = 'Invalid or missing API key. Provide via Authorization header.';

/**
 * Accepts an MCP key or an OAuth access token. Some assistants send the credential without the word
 * `Bearer`.
 */
export async function authenticateAssistant(
  authenticator: Authenticator,
  { headers }: Pick<Caller, 'headers'>,
): Promise<Actor> {
  const credential = bearer(headers) ?? headers.authorization?.trim();
  if (!credential) throw new Unauthenticated(NO_ASSISTANT);
  const isToken = credential.startsWith(ACCESS_TOKEN);
  const other = Object.entries(NO_ACCESS).find(([prefix]) => credential.startsWith(prefix))?.[1];
  if (other) {
    throw new Unauthenticated(`This is ${other}: exchange it at /token for an access token.`);
  }
  if (!isToken) refuseWrongFamily(credential, 'mcp', NO_ASSISTANT);
  const actor = await (isToken
    ? authenticator.accessToken(credential)
    : authenticator.key(credential));
  if (actor) return actor;
  throw new Unauthenticated(
    isToken ? 'The access token has expired or was revoked. Connect again.' : NO_ASSISTANT,
  );
}

/**
 * The prefix identifies the family of a key before any look-up, so that the error can name the
 * right family.
 */
function refuseWrongFamily(key: string, family: Family, no = 'Invalid API Key'): void {
  const wanted = FAMILIES[family];
  const claimed = familyOf(key);
  if (claimed === family) return;
  const belongs = `This endpoint needs ${wanted.article} ${wanted.name} (${wanted.prefix}…).`;
  const sentence = no.replace(/\.?$/, '.');
  if (claimed) {
    const other = FAMILIES[claimed];
    throw new Unauthenticated(
      `${sentence} This is ${other.article} ${other.name} (${other.prefix}…), which works on ${other.opens}. ${belongs}`,
    );
  }
  if (key.startsWith('svc_')) throw new Unauthenticated(`${sentence} ${belongs}`);
  throw new Unauthenticated(no);
}

/** Accepts a session, or the key of a device. */
export async function authenticateListener(
  authenticator: Authenticator,
  caller: Caller,
): Promise<Actor> {
  const isDevice = familyOf(bearer(caller.headers) ?? '') === 'device';
  return isDevice
    ? authenticateKey(authenticator, caller, 'device')
    : authenticateSession(authenticator, caller);
}

export async function authenticateSession(
  authenticator: Authenticator,
  caller: Caller,
): Promise<Actor> {
  const token = bearer(caller.headers);
  if (token !== null) return sessionActor(authenticator, token);
  const held = sessionCookie(caller.headers);
  if (held === null) {
    throw new Unauthenticated(
      'Sign in first (POST /v1/auth/sign-in) and send the session as Authorization: Bearer svc_ses_…',
    );
  }
  refuseForeignPage(authenticator, caller);
  return sessionActor(authenticator, held);
}

async function sessionActor(authenticator: Authenticator, token: string): Promise<Actor> {
  const claimed = familyOf(token);
  if (claimed) {
    const { article, name, prefix, opens } = FAMILIES[claimed];
    throw new Unauthenticated(
      `This is ${article} ${name} (${prefix}…), which works on ${opens}. This endpoint needs a signed-in session (svc_ses_…).`,
    );
  }
  const actor = await authenticator.session(token);
  if (!actor) throw new Unauthenticated('The session has ended or never existed. Sign in again.');
  return actor;
}

/**
 * A browser sends the cookie also with requests from other pages, even from another port of the
 * same host. These pages must not change or read data, so a WebSocket upgrade is checked like a
 * POST.
 */
function refuseForeignPage(authenticator: Authenticator, caller: Caller): void {
  const { method, headers, protocol, host } = caller;
  const reads = (method === 'GET' || method === 'HEAD') && headers.upgrade === undefined;
  if (reads || headers.origin === undefined) return;
  const ours = [authenticator.site(), `${protocol}://${host}`].map(
    (site) => URL.parse(site)?.origin,
  );
  if (!ours.includes(headers.origin)) {
    throw new Forbidden(
      'This request comes from another site. If the service is behind a proxy, set ' +
        'SVC_BASE_URL to the address in your browser.',
    );
  }
}

function sessionCookie({ cookie }: IncomingHttpHeaders): string | null {
  return /(?:^|;\s*)svc_session=([^;\s]+)/.exec(cookie ?? '')?.[1] ?? null;
}

/** The name of the cookie that records an earlier sign-in. */
export const DEVICE_COOKIE = 'svc_device';

export function deviceNoteOf({ headers }: Pick<Caller, 'headers'>): string | undefined {
  return /(?:^|;\s*)svc_device=([\w.-]{1,300})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

/** Returns the user agent, shortened for lists. */
export function userAgentOf({ headers }: Pick<Caller, 'headers'>): { user_agent?: string } {
  const name = headers['user-agent']?.slice(0, 300);
  return name ? { user_agent: name } : {};
}

/** Returns the caller's credential; empty when there is none. */
export function credentialOf({ headers }: Pick<Caller, 'headers'>): string {
  return bearer(headers) ?? sessionCookie(headers) ?? '';
}

function bearer({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
