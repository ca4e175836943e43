import type { Parts } from '../../../kit/context.ts';
import { assistantScope, dotted } from '../../../core/scopes.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { Db } from '../../../storage/database.ts';
import { logSecurityEvent } from '../../accounts/security/security-log.ts';
import { redirectHost } from './clients.ts';
import type { Client } from './clients.ts';
import type { Lifetimes } from './grant.ts';
import { deleteEndedGrants, selectGrantEnd, upsertGrant } from './grants.sql.ts';
import { locked, revokeFamily } from './token-revocation.ts';
import { mint, provesChallenge, grantTokenHash } from './token.ts';
import * as sql from './tokens.sql.ts';

/**
 * The time after its first exchange in which a refresh token may be exchanged again. Several
 * processes of one assistant share a token, and an answer may get lost.
 */
const OVERLAP_MS = 30_000;

/** The maximum number of token pairs for repeated use of one refresh token. */
const MAX_PAIRS = 8;

/** The reason for refusing a token, named as in OAuth (RFC 6749, 5.2; RFC 8707, 2). */
export interface TokenRefusal {
  refused: 'invalid_grant' | 'invalid_scope' | 'invalid_target';
  because: string;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scopes: string[];
}

type Ground = Pick<Parts, 'db' | 'clock' | 'newId' | 'log' | 'outbox'>;

/** The user's consent to a client, as carried by the browser. */
export interface Allowed {
  user_id: string;
  client: Client;
  redirect_uri: string;
  code_challenge: string;
  resource: string;
  scopes: readonly string[];
  /** The end of the connection; null if it does not end by itself. */
  grant_ends_at: Date | null;
}

export async function storeCode(
  { db, clock, newId }: Ground,
  code: string,
  { client, scopes, ...allowed }: Allowed,
  { codeSeconds }: Lifetimes,
): Promise<void> {
  await sql.insertCode(db, {
    ...allowed,
    scopes: [...scopes],
    client_id: client.id,
    client_name: client.name,
    code_hash: grantTokenHash(code),
    expires_at: later(clock.now(), codeSeconds),
    family_id: newId(),
  });
}

export interface TokenExchange {
  client_id: string;
  code: string;
  redirect_uri: string;
  code_verifier: string;
  /** True when the client named no resource, or named the endpoint. */
  isForEndpoint: boolean;
}

/**
 * Exchanges a code for tokens; a code works only once. A request with a wrong client, address or
 * resource may come from an attacker, so it leaves the code valid and the user can still sign in. A
 * request with a wrong verifier invalidates the code, which prevents guessing.
 */
export function exchangeCode(
  ground: Ground,
  given: TokenExchange,
  lifetimes: Lifetimes,
): Promise<TokenPair | TokenRefusal> {
  const now = ground.clock.now();
  return transaction(ground.db, async (db) => {
    const code = await locked(db, () => sql.selectCode(db, grantTokenHash(given.code)));
    if (!code || code.client_id !== given.client_id) {
      return refuse('The code is unknown. Start again.');
    }
    if (code.redirect_uri !== given.redirect_uri) {
      return refuse('redirect_uri differs from that of the authorization request.');
    }
    if (!given.isForEndpoint) {
      return refuse('resource differs from that of the authorization request.', 'invalid_target');
    }
    if (code.used_at !== null) {
      await revokeFamily({ ...ground, db }, code);
      ground.log.warn({ client: code.client_id }, 'a code was used twice: its tokens are revoked');
      return refuse('The code was used before. All tokens from the code are revoked.');
    }
    if (code.expires_at <= now) return refuse('The code has expired. Start again.');
    if (hasEnded(code.grant_ends_at, now)) return refuse(ENDED);
    await sql.markCodeUsed(db, code, now);
    if (!provesChallenge(given.code_verifier, code.code_challenge)) {
      return refuse('code_verifier does not match code_challenge. Start again.');
    }
    // A new permission does not bring the tokens of an ended connection back.
    await deleteEndedGrants(db, code.user_id, now);
    const { id: grant_id } = await upsertGrant(db, {
      user_id: code.user_id,
      id: ground.newId(),
      client_id: code.client_id,
      client_name: code.client_name,
      redirect_host: redirectHost(code.redirect_uri),
      resource: code.resource,
      created_at: now,
      ends_at: code.grant_ends_at,
    });
    await logSecurityEvent({ ...ground, db }, code.user_id, {
      event: 'assistant_connected',
      by: 'session',
      subject: code.client_name,
      subject_id: grant_id,
    });
    const ends_at = code.grant_ends_at;
    const family = { ...code, grant_id, ends_at, generation: 0, signed_in_at: now };
    return issuePair(db, family, code.scopes, { now, lifetimes });
  });
}

export interface Refresh {
  client_id: string;
  refresh_token: string;
  /** The requested scopes, limited to the granted ones; null for all granted scopes. */
  scopes: readonly string[] | null;
  /** True when the client named no resource, or named the endpoint. */
  isForEndpoint: boolean;
}

/**
 * Exchanges a refresh token for the next pair. If a token that was already exchanged is used again,
 * revokes the whole sign-in.
 */
export function refresh(
  ground: Ground,
  given: Refresh,
  lifetimes: Lifetimes,
): Promise<TokenPair | TokenRefusal> {
  const now = ground.clock.now();
  return transaction(ground.db, async (db) => {
    const token = await locked(db, () => sql.selectToken(db, grantTokenHash(given.refresh_token)));
    if (token?.kind !== 'refresh' || token.client_id !== given.client_id) {
      return refuse('The refresh token is unknown or was revoked. Connect again.');
    }
    const end = later(token.signed_in_at, lifetimes.signInSeconds);
    if (token.expires_at <= now || end <= now) {
      return refuse('The refresh token has expired. Connect again.');
    }
    const ends_at = await selectGrantEnd(db, token);
    if (hasEnded(ends_at, now)) return refuse(ENDED);
    if (!given.isForEndpoint) {
      return refuse('resource differs from that of the grant.', 'invalid_target');
    }
    const scopes = given.scopes === null ? token.scopes : narrowed(token.scopes, given.scopes);
    if (!scopes)
      return refuse('The request asks for more scopes than the user granted.', 'invalid_scope');
    if (token.replaced_at !== null && !(await isOverlap(db, token, now))) {
      await revokeFamily({ ...ground, db }, token);
      ground.log.warn(
        { client: token.client_id },
        'a refresh token was used again: its sign-in is revoked',
      );
      return refuse('The refresh token was used before. Connect again.');
    }
    if (token.replaced_at === null) await sql.markReplaced(db, token, now);
    else if ((await sql.countGeneration(db, token, token.generation + 1)) >= MAX_PAIRS) {
      return refuse(
        'Too many processes have just used this refresh token. Use the tokens that one of ' +
          'them received.',
      );
    }
    const next = { ...token, ends_at, generation: token.generation + 1 };
    return issuePair(db, next, scopes, { now, lifetimes });
  });
}

/** Returns whether the token is at most one generation old and its first exchange was recent. */
async function isOverlap(db: Db, token: sql.TokenRow, now: Date): Promise<boolean> {
  if (now.getTime() - token.replaced_at!.getTime() > OVERLAP_MS) return false;
  return (await sql.newestGeneration(db, token)) <= token.generation + 1;
}

function narrowed(granted: readonly string[], asked: readonly string[]): string[] | null {
  const wanted = asked.map(assistantScope);
  return wanted.every((scope) => scope !== null && granted.includes(scope))
    ? granted.filter((scope) => wanted.some((each) => each === scope))
    : null;
}

async function issuePair(
  db: Db,
  family: Pick<
    sql.TokenRow,
    'user_id' | 'client_id' | 'grant_id' | 'family_id' | 'generation' | 'scopes' | 'signed_in_at'
  > & { ends_at: Date | null },
  scopes: string[],
  { now, lifetimes }: { now: Date; lifetimes: Lifetimes },
): Promise<TokenPair> {
  const { user_id, client_id, grant_id, family_id, generation, signed_in_at } = family;
  const common = { user_id, client_id, grant_id, family_id, generation, signed_in_at };
  const end = later(signed_in_at, lifetimes.signInSeconds);
  const atMost = (seconds: number) => new Date(Math.min(+later(now, seconds), +end));
  // The refresh token gets no such end, because the user can postpone the end of the connection.
  const accessEnd = new Date(
    Math.min(+atMost(lifetimes.accessSeconds), Number(family.ends_at ?? Infinity)),
  );
  const pair = { access: mint('access'), refresh: mint('refresh') };
  await sql.insertTokens(db, [
    {
      ...common,
      kind: 'access',
      token_hash: grantTokenHash(pair.access),
      scopes,
      expires_at: accessEnd,
    },
    {
      ...common,
      kind: 'refresh',
      token_hash: grantTokenHash(pair.refresh),
      // A request may ask for fewer scopes. The next request may ask for all of them again.
      scopes: family.scopes,
      expires_at: atMost(lifetimes.refreshSeconds),
    },
  ]);
  return {
    access_token: pair.access,
    refresh_token: pair.refresh,
    expires_in: Math.ceil((+accessEnd - +now) / 1000),
    scopes: scopes.map(dotted),
  };
}

const ENDED = 'The connection has ended, as the user chose. Connect again.';

function hasEnded(ends_at: Date | null, now: Date): boolean {
  return ends_at !== null && ends_at <= now;
}

function refuse(because: string, refused: TokenRefusal['refused'] = 'invalid_grant'): TokenRefusal {
  return { refused, because };
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
