import { isMainThread, parentPort } from 'node:worker_threads';
import type { StartMessage } from './worker-handle.ts';
import type { AnswerMessage } from './worker-pool.ts';

/** The reason why a worker cannot load its engine, as a sentence for people. */
export class LoadFailure extends Error {}

/**
 * The worker's side of `WorkerPool`. `start` loads the engine and returns the function that answers
 * requests. If a thread throws, the exception becomes the answer, because threads run our own code.
 * If a process throws, the process ends, because the native engine may be damaged.
 */
export function serveRequests<Request, Answer>(start: () => (request: Request) => Answer): void {
  const link = parentLink<AnswerMessage<Answer>>();
  link.start(start, (answer, request: Request) => {
    try {
      link.say({ type: 'answer', answer: answer(request) });
    } catch (error) {
      if (isMainThread) throw error;
      link.say({ type: 'failed', error });
    }
  });
}

export interface ParentLink<Message> {
  /**
   * Loads the engine and reports the result. Then `hear` receives the messages of the parent. Only a
   * process may load asynchronously.
   */
  start<Engine, Request>(
    load: () => Engine | Promise<Engine>,
    hear: (engine: Engine, request: Request) => void,
  ): void;
  say(message: Message): void;
}

/** Connects a worker to its parent. A child process ends when its parent ends. */
export function parentLink<Message>(): ParentLink<Message> {
  if (isMainThread) outliveSignals();
  // Sending to a parent that is ending fails. The disconnect event handles that case.
  const say = (message: Message | StartMessage) =>
    parentPort ? parentPort.postMessage(message) : void process.send?.(message as object, () => {});
  return {
    say,
    start<Engine, Request>(
      load: () => Engine | Promise<Engine>,
      hear: (engine: Engine, request: Request) => void,
    ) {
      const begin = (engine: Engine) => {
        (parentPort ?? process).on('message', (request) => hear(engine, request as Request));
        say({ type: 'ready' });
      };
      const fail = (error: unknown) => {
        if (!isMainThread) throw error;
        // Sends the reason before the process ends.
        const reason = error instanceof LoadFailure ? error.message : String(error);
        process.send?.({ type: 'broken', reason }, () => process.exit(1));
      };
      try {
        const engine = load();
        if (engine instanceof Promise) engine.then(begin, fail);
        else begin(engine);
      } catch (error) {
        fail(error);
      }
    },
  };
}

function outliveSignals(): void {
  // The parent has ended.
  process.once('disconnect', () => process.exit());
  // Ctrl-C and service managers signal the whole process group, but only the parent decides when to
  // stop.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
}
