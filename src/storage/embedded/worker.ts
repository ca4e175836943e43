/**
 * The thread that owns the embedded PostgreSQL. The thread uses only the wire protocol: it takes
 * client messages, runs all queued statements, syncs the write-ahead log once, and then sends the
 * answers. So 32 clients share one fsync, and an answer always means "on disk".
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { SyncedFs } from './wasm/synced-fs.ts';
import { joined } from './protocol.ts';
import { openPostgres } from './wasm/postgres.ts';
import type { DatabaseWorkerOptions, WorkerReply, WorkerRequest } from './protocol.ts';

const TERMINATE = 'X'.charCodeAt(0);
/** Type and length of ReadyForQuery; one byte of status follows. */
const READY = ['Z'.charCodeAt(0), 0, 0, 0, 5];

const options = workerData as DatabaseWorkerOptions;
const port = parentPort!;

const fs = new SyncedFs(options.folder);
const database = await openPostgres(fs);
// A transactional logical message changes only the log, and its commit must request a sync.
const syncsBefore = fs.syncs;
await database.query("SELECT pg_logical_emit_message(true, 'commonplace', 'start')");
fs.flush();
reply({ type: 'open', durable: fs.syncs > syncsBefore });

let running = false;
port.on('message', (request: WorkerRequest) => {
  if (!running) run(request).catch(fail);
});

/**
 * After a failed sync the content of the disk is unknown, and after a panic PostgreSQL has ended.
 * The answers of the batch are never sent; the next process recovers from the write-ahead log.
 */
function fail(error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException;
  reply({ type: 'failed', reason: code ?? message ?? String(error) });
  process.exit(1);
}

async function run(first: WorkerRequest): Promise<void> {
  running = true;
  for (let next: WorkerRequest | undefined = first; next !== undefined; next = take()) {
    const answers: Uint8Array[] = [];
    for (let request: WorkerRequest | undefined = next; request; request = take()) {
      if (request.type === 'close') {
        fs.flush();
        await database.close();
        reply({ type: 'closed' });
        port.close();
        return;
      }
      let start = 0;
      for (const end of request.ends) {
        answers.push(...(await perform(request.bytes.subarray(start, end))));
        start = end;
      }
    }
    fs.flush();
    reply({ type: 'answers', bytes: joined(answers) });
  }
  running = false;
}

/** Runs one statement and returns the messages of its answer. */
async function perform(statement: Uint8Array): Promise<Uint8Array[]> {
  const answer: Uint8Array[] = [];
  await database.execProtocolRawStream(statement, {
    syncToFs: false,
    // The bytes are a view of WebAssembly memory, so they are copied before they change.
    onRawData: (bytes) => void answer.push(bytes.slice()),
  });
  if (statement[0] !== TERMINATE && !isReady(answer)) {
    throw new Error(fs.lastWords || 'PostgreSQL ended in the middle of a statement');
  }
  return answer;
}

/**
 * Every statement ends with ReadyForQuery, except when PostgreSQL panics: then PGlite returns
 * without ReadyForQuery.
 */
function isReady(answer: readonly Uint8Array[]): boolean {
  // The last message may be split anywhere.
  const end = joined(answer.slice(-READY.length - 1));
  return READY.every((byte, index) => end.at(index - READY.length - 1) === byte);
}

function take(): WorkerRequest | undefined {
  return receiveMessageOnPort(port)?.message as WorkerRequest | undefined;
}

function reply(message: WorkerReply): void {
  port.postMessage(message, message.type === 'answers' ? [message.bytes.buffer] : []);
}
