/** Requests to outside services: bounded in time and size, and never to a private network. */
import type { IncomingHttpHeaders } from 'node:http';
import { Invalid } from '../../core/errors.ts';
import {
  everyNetwork,
  isPrivateLiteral,
  NotAllowed,
  publicNetwork,
  sendGuarded,
} from '../webhooks/guarded-request.ts';

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const MAX_QUOTED = 60;

/** The service does not accept the key. Only the user can help. */
export class KeyRefused extends Error {}

/** The request failed, and may succeed later. The message is for the user. */
export class Hindered extends Error {
  readonly retryAfterSeconds: number;
  /** Null without an answer, and for an answer that cannot be used. */
  readonly status: number | null;
  constructor(
    message: string,
    {
      retryAfterSeconds = 0,
      status = null,
    }: { retryAfterSeconds?: number; status?: number | null } = {},
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.status = status;
  }
}

/** A request for less may succeed. */
export class AnswerTooLarge extends Hindered {}

export interface ServiceRequest {
  method?: string;
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  /** Statuses that are answers, in addition to 2xx. */
  accepts?: readonly number[];
  maxBytes?: number;
}

export interface ServiceAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Conditions {
  allowPrivate: boolean;
  now: Date;
  stopping?: AbortSignal | undefined;
}

export async function requestService(
  {
    method = 'GET',
    url,
    headers = {},
    body,
    accepts = [],
    maxBytes = MAX_ANSWER_BYTES,
  }: ServiceRequest,
  { allowPrivate, now, stopping }: Conditions,
): Promise<ServiceAnswer> {
  const answer = await sendGuarded({
    method,
    url,
    headers: { 'User-Agent': 'Commonplace', ...headers },
    ...(body !== undefined && { body: Buffer.from(body) }),
    timeoutMs: TIMEOUT_MS,
    maxBytes,
    network: allowPrivate ? everyNetwork : publicNetwork,
    stopping,
  }).catch((error: unknown) => {
    throw error instanceof NotAllowed ? new Hindered(NOT_PUBLIC) : unreachable(error);
  });
  const { status } = answer;
  // A page is of something before the service, such as a firewall, and tells nothing about the key.
  const isPage = answer.headers['content-type']?.includes('html') ?? false;
  if (status === 401 || (status === 403 && !isPage && !accepts.includes(status))) {
    throw new KeyRefused(`The key is refused (${status}). Enter a new one.`);
  }
  if ((status < 200 || status > 299) && !accepts.includes(status)) {
    const retryAfterSeconds = secondsOf(answer.headers, now);
    const limit = status === 429 ? ' It limits the number of requests.' : '';
    throw new Hindered(`The service answered ${status}.${limit}`, { retryAfterSeconds, status });
  }
  if (!answer.isComplete) {
    const most = `${maxBytes / 1024 / 1024} MB`;
    const problem = `The answer of the service broke off, or has more than ${most}.`;
    throw answer.isTooLarge ? new AnswerTooLarge(problem) : new Hindered(problem);
  }
  return answer;
}

const NOT_PUBLIC =
  'The address is not public. The operator can allow private ones (SVC_WEBHOOKS_ALLOW_PRIVATE).';

function unreachable(error: unknown): Hindered {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Hindered(`The service could not be reached: ${code ?? message}`);
}

/** A date counts from the clock of the service, which may differ from the clock here. */
function secondsOf({ 'retry-after': after, date }: IncomingHttpHeaders, now: Date): number {
  const sent = Date.parse(date ?? '') || now.getTime();
  const seconds = Number(after) || (Date.parse(after ?? '') - sent) / 1000 || 0;
  return Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS);
}

interface Asker {
  address: string;
  ask(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** Sends a GET request to a path of the service, and returns the JSON of the answer. */
export async function askJson(
  { address, ask }: Asker,
  path: string,
  {
    headers,
    query = {},
  }: { headers: Record<string, string>; query?: Record<string, string | number | undefined> },
): Promise<unknown> {
  const url = new URL(address.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { body } = await ask({ url, headers: { Accept: 'application/json', ...headers } });
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new Hindered(`The service did not answer with JSON, but with “${beginningOf(text)}”.`);
  }
}

/** The beginning of an answer that has another form, for a message. */
export const beginningOf = (answer: string): string =>
  answer
    .trim()
    .slice(0, MAX_QUOTED)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed();

/**
 * Returns the normalized address of a service. Keys go only through HTTPS, unless the operator allows
 * private networks, whose services often have no certificate.
 */
export function requireServiceAddress(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:');
  if (!url || !isSafe || url.username || url.password || (!allowPrivate && isPrivateLiteral(url))) {
    throw new Invalid('address must be a public https address without a password.');
  }
  return url.href;
}
