/**
 * Loads a model and runs it once, in a disposable process, because a bad model ends its process.
 */
import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { processWork } from '../supervision/process-work.ts';
import { WorkWatch } from '../supervision/work-watch.ts';
import { modelArguments, type NativeModel } from '../recognition/local/native-model.ts';

export type Probe = { ok: true } | { ok: false; reason: string };

/** Limit of CPU time: on a busy machine the wall-clock time may be much longer. */
const BUDGET_MS = 180_000;

export async function probeModel(native: NativeModel, signal?: AbortSignal): Promise<Probe> {
  const entry = new URL(`./probe-process${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(entry, modelArguments(native), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Probe>();
  const watch = new WorkWatch({
    measure: () => processWork(child.pid),
    budgetMs: BUDGET_MS,
    onStuck: () => resolve({ ok: false, reason: 'It does not load in three minutes.' }),
  });
  const abort = () => reject(signal!.reason as Error);
  signal?.addEventListener('abort', abort, { once: true });
  child.once('message', (message: { type: 'ready' } | { type: 'broken'; reason: string }) =>
    resolve(message.type === 'ready' ? { ok: true } : { ok: false, reason: message.reason }),
  );
  child.once('error', (error) => resolve({ ok: false, reason: error.message }));
  child.once('exit', (code, killed) => resolve({ ok: false, reason: meaningOf(code, killed) }));
  try {
    return await promise;
  } finally {
    watch.stop();
    signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

/** Explains how the native library ended its process. */
function meaningOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT' || code === 134) {
    return 'The speech engine gave up on it: its files are damaged, or made for another version.';
  }
  if (signal === 'SIGSEGV' || code === 139) {
    return 'The speech engine broke on it: its files are of another kind of model.';
  }
  if (signal === 'SIGKILL') return 'The system ended it: there is too little memory for it.';
  return `The speech engine refuses its files (exit ${code ?? signal}).`;
}
