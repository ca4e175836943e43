import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isFields, normalized } from '../../../mcp/src/lenient-message.ts';

/** The parts of a request that are checked before a server receives the request. */
export interface Call {
  method: string;
  id: string | number;
  params?: { name?: unknown; arguments?: unknown };
}

export interface ReadCalls {
  message: JSONRPCMessage | JSONRPCMessage[];
  /** The messages that are requests and need answers. */
  calls: Call[];
}

/** Describes an invalid message, as a JSON-RPC error. */
export interface MessageRefusal {
  status: 200 | 400;
  body: { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } };
}

const MAX_IN_A_BATCH = 100;
/**
 * The protocol revisions with batches. A client without a version header uses one of these
 * revisions.
 */
const WITH_BATCHES = ['2024-11-05', '2025-03-26', undefined];

/** Parses the body of a POST by the rules of the revision in its version header. */
export function readMessage(
  body: string,
  revision: string | undefined,
): ReadCalls | MessageRefusal {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return refusal(-32700, 'Invalid JSON body');
  }
  const parts = (Array.isArray(json) ? json : [json]).map(normalized);
  const complaint = Array.isArray(json) ? complaintAboutBatch(parts, revision) : null;
  if (complaint) return refusal(-32600, complaint);
  const read = parts.map(parsed);
  const wrong = read.indexOf(null);
  if (wrong >= 0) {
    return refusal(
      -32600,
      'This is not a JSON-RPC 2.0 message. A message needs "jsonrpc": "2.0", a "method" with ' +
        '"params" as an object, and a string or whole number as "id" where an answer is ' +
        'expected.',
      idOf(parts[wrong]),
    );
  }
  const messages = read as JSONRPCMessage[];
  const calls = messages.filter((each) => 'method' in each && 'id' in each) as Call[];
  for (const call of calls) {
    const complaint = complaintAboutCall(call);
    if (!complaint) continue;
    const refused = refusal(-32602, complaint, call.id);
    // A batch with an invalid call is refused as a whole, and none of its calls runs.
    return Array.isArray(json) ? refused : { ...refused, status: 200 };
  }
  const ids = calls.map(({ id }) => id);
  const repeated = ids.find((id, place) => ids.indexOf(id) !== place);
  if (repeated !== undefined) {
    return refusal(-32600, 'Each request of a batch needs an "id" of its own.', repeated);
  }
  return { message: Array.isArray(json) ? messages : messages[0]!, calls };
}

/** Returns the id of a message that is not valid; null when it has none. */
function idOf(part: unknown): string | number | null {
  const id = isFields(part) ? part['id'] : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}

function parsed(part: unknown): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(part);
  } catch {
    return null;
  }
}

function complaintAboutBatch(
  parts: readonly unknown[],
  revision: string | undefined,
): string | null {
  if (!WITH_BATCHES.includes(revision)) return `Revision ${revision} has no batches.`;
  if (parts.length === 0) return 'A batch needs at least one message.';
  if (parts.length > MAX_IN_A_BATCH) return `A batch has at most ${MAX_IN_A_BATCH} messages.`;
  const begins = parts.some((part) => isFields(part) && part['method'] === 'initialize');
  return begins ? '"initialize" may not be part of a batch.' : null;
}

function complaintAboutCall({ method, params }: Call): string | null {
  if (method !== 'tools/call') return null;
  if (typeof params?.name !== 'string' || params.name === '') return 'Tool name is required';
  const { arguments: given } = params;
  return given === undefined || isFields(given)
    ? null
    : '"arguments" has to be an object with the arguments of the tool by name.';
}

function refusal(code: number, message: string, id: string | number | null = null): MessageRefusal {
  return { status: 400, body: { jsonrpc: '2.0', id, error: { code, message } } };
}
