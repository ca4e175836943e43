/** What is looked at of JSON-RPC before a server sees it. */
export interface Call {
  method: string;
  id?: string | number;
  params?: { name?: unknown };
}

export type Read = { message: unknown; calls: Call[] } | { code: number; complaint: string };

const MOST_IN_A_BATCH = 100;

/** Reads the body of a POST; what is no message of JSON-RPC is told so in its words. */
export function readMessage(body: string): Read {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return { code: -32700, complaint: 'Invalid JSON body' };
  }
  const parts = Array.isArray(message) ? (message as unknown[]) : [message];
  if (parts.length === 0) return invalid('A batch needs at least one message.');
  if (parts.length > MOST_IN_A_BATCH) {
    return invalid(`A batch has at most ${MOST_IN_A_BATCH} messages.`);
  }
  if (!parts.every(isMessage)) {
    return invalid(
      'This is no message of JSON-RPC 2.0: it needs "jsonrpc": "2.0", a "method", and an "id" where an answer is expected.',
    );
  }
  const calls = parts.filter((part): part is Call => 'method' in part && 'id' in part);
  if (new Set(calls.map(({ id }) => id)).size < calls.length) {
    return invalid('Each request of a batch needs an "id" of its own.');
  }
  if (Array.isArray(message) && calls.some(({ method }) => method === 'initialize')) {
    return invalid('"initialize" may not be part of a batch.');
  }
  return { message, calls };
}

function invalid(complaint: string): Read {
  return { code: -32600, complaint };
}

function isMessage(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method, id } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  if ('error' in value) return true;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return false;
  return typeof method === 'string' || 'result' in value;
}
