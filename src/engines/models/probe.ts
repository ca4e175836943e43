/**
 * Loads a model and runs it once in a separate process, because a bad model crashes its process.
 */
import { besideModule, WorkerHandle, type WorkerEnd } from '../supervision/worker-handle.ts';
import { modelArguments, type NativeModel } from '../recognition/local/native-model.ts';

export type Probe = { ok: true } | { ok: false; reason: string };

/** The limit is CPU time, because wall clock time may be much longer on a busy machine. */
const BUDGET_MS = 180_000;

export async function probeModel(native: NativeModel, signal?: AbortSignal): Promise<Probe> {
  const { promise, resolve, reject } = Promise.withResolvers<Probe>();
  const worker = new WorkerHandle(
    {
      kind: 'process',
      entry: besideModule(import.meta, 'probe-process'),
      argv: modelArguments(native),
      startBudgetMs: BUDGET_MS,
      isQuiet: true,
    },
    {
      onReady: () => resolve({ ok: true }),
      onEnd: (end) => resolve({ ok: false, reason: reasonOf(end) }),
    },
  );
  const abort = () => reject(signal!.reason as Error);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    await worker.end();
  }
}

/** Explains why the process of the native library ended. */
function reasonOf({ stuck, broken, error, code, signal }: WorkerEnd): string {
  if (stuck) return 'The model did not load within three minutes.';
  if (broken !== undefined) return broken;
  if (error) return error.message;
  if (signal === 'SIGABRT' || code === 134) {
    return 'The speech engine cannot load the model: its files are damaged, or made for another version.';
  }
  if (signal === 'SIGSEGV' || code === 139) {
    return 'The speech engine crashed: the files are of another kind of model.';
  }
  if (signal === 'SIGKILL')
    return 'The operating system ended the process: the model needs more memory.';
  return `The speech engine refuses its files (exit ${code ?? signal}).`;
}
