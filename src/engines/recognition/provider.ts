/** The address and the refusals of a network provider, for all recognisers with one. */
import type { FailureCode } from './recogniser.ts';

export interface ProviderOptions {
  /** The address as the operator wrote it, with or without a scheme and a path. */
  url: string | undefined;
  key: string | undefined;
  model: string | undefined;
}

/**
 * The reason why a provider returns no words, as a sentence without text from the provider. With
 * `final`, further requests will also fail.
 */
export interface ProviderRefusal {
  code: FailureCode;
  detail: string;
  final: boolean;
  retryAfterMs?: number;
}

export const UNREACHABLE: ProviderRefusal = {
  code: 'network',
  detail: 'The speech provider cannot be reached.',
  final: false,
};

/** Converts an HTTP status to a refusal. */
export function providerRefusal(status: number, retryAfter?: string | null): ProviderRefusal {
  const refused = (code: FailureCode, sentence: string, final = true): ProviderRefusal => ({
    code,
    detail: `The speech provider ${sentence}`,
    final,
  });
  if (status === 401 || status === 403) {
    return refused('auth', `refuses the key (${status}): check SVC_RECOGNISER_KEY.`);
  }
  if (status === 402) return refused('quota', 'requires payment (402).');
  if (status === 429) {
    const retryAfterMs = secondsOf(retryAfter);
    const busy = refused('quota', 'accepts no more requests at the moment (429).', false);
    return retryAfterMs === undefined ? busy : { ...busy, retryAfterMs };
  }
  if (status === 408 || status >= 500) {
    return refused('network', `has an internal error (${status}).`, false);
  }
  const check = 'check SVC_RECOGNISER_URL and SVC_RECOGNISER_MODEL.';
  return refused('unsupported', `does not understand the request (${status}): ${check}`);
}

/** Only the first retries follow each other quickly. */
export function backOffMs(failures: number): number {
  return Math.min(5_000, 200 * 2 ** failures);
}

/**
 * Throws when the text is not an address. The default is the encrypted scheme, except on this
 * machine.
 */
export function providerAddress(text: string, scheme: 'ws' | 'http'): URL {
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const url = new URL(hasScheme ? text : `${scheme}s://${text}`);
  const isPlain = hasScheme ? /^(ws|http):$/.test(url.protocol) : isThisMachine(url);
  if (!/^(ws|http)s?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not supported`);
  const secure = isPlain ? '' : 's';
  return new URL(url.href.replace(/^[a-z]+:/i, `${scheme}${secure}:`));
}

export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function secondsOf(retryAfter: string | null | undefined): number | undefined {
  const seconds = Number(retryAfter || Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}
