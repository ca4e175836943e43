import { readClientDocument } from '../../../domains/access/grants/client-documents.ts';
import type { Client } from '../../../domains/access/grants/clients.ts';
import { NotAllowed, sendGuarded } from '../../../domains/webhooks/guarded-request.ts';
import type { Network } from '../../../domains/webhooks/guarded-request.ts';

const MAX_KB = 16;
const TIMEOUT_MS = 5_000;

interface LookedUp {
  client: Client;
  /** The time for which the server says that the document stays valid. */
  seconds?: number;
}

/** Fetches the document of an unknown client; returns a sentence if it cannot be used. */
export async function fetchClientDocument(
  url: URL,
  network: Network,
  timeoutMs = TIMEOUT_MS,
): Promise<LookedUp | string> {
  try {
    const { status, headers, body, isComplete } = await sendGuarded({
      method: 'GET',
      url,
      headers: { Accept: 'application/json', 'User-Agent': 'Commonplace' },
      timeoutMs,
      maxBytes: MAX_KB * 1024,
      network,
    });
    if (status >= 300 && status < 400) return 'The address redirects elsewhere.';
    if (status !== 200) return `The address answers with an error (HTTP ${status}).`;
    if (!isComplete) return `The document did not arrive, or is larger than ${MAX_KB} KB.`;
    if (!isJson(headers['content-type'])) return 'The document is not JSON.';
    const client = readClientDocument(url, body.toString());
    if (typeof client === 'string') return client;
    const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers['cache-control'] ?? '')?.[1];
    return { client, ...(seconds !== undefined && { seconds: Number(seconds) }) };
  } catch (error) {
    if (error instanceof NotAllowed) return 'The address is not on the public internet.';
    return 'The address does not answer in time, or its certificate is not valid.';
  }
}

function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}
