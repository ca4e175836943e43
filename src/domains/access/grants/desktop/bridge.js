/**
 * The program in the bundle for Claude Desktop. It passes the messages of standard input to the
 * service, and its answers to standard output. It needs nothing but Node, and runs where neither
 * this service nor its packages are installed.
 */
import { createInterface } from 'node:readline';

const { SVC_ENDPOINT: endpoint, SVC_API_KEY: key } = process.env;
/** The requests without an answer, so that the client can cancel them. */
const running = new Map();
/** The protocol revision that the client and the service agreed on. */
let revision;

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = parse(line);
  if (message?.method === 'notifications/cancelled') {
    running.get(message.params?.requestId)?.abort();
  } else if (message) {
    void pass(message);
  }
});

async function pass(message) {
  const { id } = message;
  const ends = new AbortController();
  running.set(id, ends);
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headersOf(message),
      body: JSON.stringify(message),
      signal: ends.signal,
      // A redirect must not send the key to another host.
      redirect: 'manual',
    });
    await passAnswer(message, answer);
  } catch {
    if (!ends.signal.aborted) {
      refuse(message, `The service does not answer at ${endpoint}. Check that it runs.`);
    }
  } finally {
    running.delete(id);
  }
}

function headersOf({ method, params }) {
  const stated = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  const version = stated ?? (method === 'initialize' ? undefined : revision);
  const name = params?.name ?? params?.uri;
  return {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(version && { 'MCP-Protocol-Version': version }),
    ...(stated && { 'Mcp-Method': method }),
    ...(stated && typeof name === 'string' && { 'Mcp-Name': encoded(name) }),
  };
}

/** Values of headers are ASCII. Others are encoded as the protocol says. */
function encoded(value) {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

async function passAnswer(message, answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split(/\r?\n\r?\n/);
      text = events.pop();
      for (const event of events) tell(message, dataOf(event));
    }
    return;
  }
  const text = await answer.text();
  const body = parse(text);
  if (body?.jsonrpc || Array.isArray(body)) tell(message, text);
  else if (!answer.ok) {
    refuse(message, body?.detail ?? `${endpoint} answers with HTTP ${answer.status}.`);
  }
}

function dataOf(event) {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).trimStart()).join('\n');
}

function tell({ method }, text) {
  const answer = parse(text);
  if (!answer) return;
  if (method === 'initialize') revision = answer.result?.protocolVersion ?? revision;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Answers a request that failed. The model can read the failure of a tool. */
function refuse({ id, method }, text) {
  if (id === undefined) return;
  const outcome =
    method === 'tools/call'
      ? { result: { isError: true, content: [{ type: 'text', text }] } }
      : { error: { code: -32000, message: text } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
