import type { ChildMessage } from './process-pool.ts';

/**
 * The child's side of `ProcessPool`: `start` loads the engine and returns the function that
 * answers.
 */
export function serveRequests<Request, Answer>(start: () => (request: Request) => Answer): void {
  const link = parentLink<ChildMessage<Answer>>();
  link.start(start, (answer, request: Request) =>
    link.say({ type: 'answer', answer: answer(request) }),
  );
}

export interface ParentLink<Message> {
  /** Loads the engine and reports the result; from then on `hear` gets the parent's messages. */
  start<Engine, Request>(
    load: () => Engine,
    hear: (engine: Engine, request: Request) => void,
  ): void;
  say(message: Message): void;
}

/**
 * Connects a child process to its parent. All children of native engines end with their parent, and
 * not before.
 */
export function parentLink<Message>(): ParentLink<
  Message | { type: 'ready' } | { type: 'broken'; reason: string }
> {
  // The parent is gone, for whatever reason.
  process.once('disconnect', () => process.exit());
  // Ctrl-C and service managers signal the whole group, but the parent decides when to stop.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  // A send to a dying parent fails here; the disconnect handles it.
  const say = (message: unknown) => void process.send?.(message as object, () => {});
  return {
    say,
    start(load, hear) {
      try {
        const engine = load();
        process.on('message', (request) => hear(engine, request as never));
        say({ type: 'ready' });
      } catch (error) {
        // Sends the reason before the process ends.
        process.send?.({ type: 'broken', reason: String(error) }, () => process.exit(1));
      }
    },
  };
}
