/**
 * Assistants that are not registered here. The id of such a client is the address of a document
 * about it: draft-ietf-oauth-client-id-metadata-document, as MCP uses it.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Parts } from '../../../kit/context.ts';
import { RedirectUri } from './clients.ts';
import type { Client, Clients } from './clients.ts';
import { findRequest, storeRequest } from './requests.ts';

type Ground = Pick<Parts, 'db' | 'clock'>;

const MAX_URL = 500;
const MAX_NAME = 60;
/** A user needs up to 15 minutes for the decision, so a document is stored for longer. */
const MIN_SECONDS = 3_600;
const MAX_SECONDS = 86_400;

/**
 * Returns the address of a client's document; null if the id is not such an address. The id must be
 * written as a browser writes it, which refuses dot segments, user names, other spellings of the
 * host, and letters that are not ASCII: those of lookalike hosts appear as `xn--`.
 */
function clientUrl(id: string, port: string): URL | null {
  const url = URL.parse(id);
  if (!url || url.href !== id || id.length > MAX_URL) return null;
  const { protocol, username, password, hostname, pathname } = url;
  const isNamed = hostname.includes('.') && !hostname.endsWith('.') && isIP(hostname) === 0;
  const isPlain = username === '' && password === '' && !id.includes('#') && pathname !== '/';
  return protocol === 'https:' && url.port === port && isNamed && isPlain ? url : null;
}

/** Returns whether the name of a host has letters that are not ASCII. */
export function isForeignSpelling(host: string): boolean {
  return /(?:^|\.)xn--/.test(host);
}

/** The fields that concern us. Everything else in the document is ignored. */
const Document = z.object({
  client_id: z.string(),
  client_name: z
    .string()
    // Invisible characters could turn the name around or hide the rest of a line.
    .transform((name) => name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
    .transform((name) => Array.from(name).slice(0, MAX_NAME).join(''))
    .pipe(z.string().min(1)),
  redirect_uris: z.array(RedirectUri).min(1).max(20),
  token_endpoint_auth_method: z
    .literal('none', 'token_endpoint_auth_method must be none')
    .optional(),
  grant_types: z
    .array(z.string())
    .refine((types) => types.includes('authorization_code'), 'grant_types lacks authorization_code')
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.includes('code'), 'response_types lacks code')
    .optional(),
  client_secret: z.never('a document must not contain a secret').optional(),
});

/** Reads the document of a client; returns a sentence if it is not valid. */
export function readClientDocument(url: URL, text: string): Client | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'The document is not JSON.';
  }
  const { success, data, error } = Document.safeParse(json);
  if (!success) {
    const { path, message } = error.issues[0]!;
    const problem = [path.join('.'), message].filter(Boolean).join(': ');
    return `The document is not valid: ${problem}.`;
  }
  if (data.client_id !== url.href) return 'The document is about another client.';
  return {
    id: url.href,
    // The document can claim any name. Only the host is proven.
    name: `${url.host} (“${data.client_name}”)`,
    redirect_uris: data.redirect_uris,
    redirect_prefixes: [],
    scopes: ['memories:read'],
    isUnknown: true,
  };
}

const documentId = (id: string) => `document ${id}`;
const agreementId = (user_id: string, id: string) => `agreement ${JSON.stringify([user_id, id])}`;

/**
 * Stores a client that a user allowed to look up. `seconds` is the time for which its server says
 * that the document stays valid.
 */
export async function storeUnknownClient(
  ground: Ground,
  { client, user_id, seconds = MAX_SECONDS }: { client: Client; user_id: string; seconds?: number },
): Promise<void> {
  const kept = Math.min(Math.max(seconds, MIN_SECONDS), MAX_SECONDS);
  await storeRequest(ground, documentId(client.id), client, kept);
  await storeRequest(ground, agreementId(user_id, client.id), {}, kept);
}

/** Returns whether the user has allowed to look this client up, and the document is still stored. */
export async function hasLookedUp(ground: Ground, user_id: string, id: string): Promise<boolean> {
  const agreement = await findRequest(ground, agreementId(user_id, id));
  return agreement !== null && (await findUnknownClient(ground, id)) !== null;
}

async function findUnknownClient(ground: Ground, id: string): Promise<Client | null> {
  return (await findRequest(ground, documentId(id))) as Client | null;
}

/** The clients that may ask for access. */
export interface ClientDirectory {
  registered: Clients;
  /** Returns the address of the document of an unknown client; null for any other id. */
  unknownUrl(id: string): URL | null;
}

/** `port` is that of a test server; null when users may not connect unknown clients. */
export function clientDirectory(registered: Clients, port: string | null): ClientDirectory {
  const unknownUrl = (id: string) =>
    port === null || registered.has(id) ? null : clientUrl(id, port);
  return { registered, unknownUrl };
}

/** Returns a registered client, or an unknown one that a user looked up. */
export async function findClient(
  ground: Ground,
  { registered, unknownUrl }: ClientDirectory,
  id: string,
): Promise<Client | null> {
  return registered.get(id) ?? (unknownUrl(id) ? findUnknownClient(ground, id) : null);
}
