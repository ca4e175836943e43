import type { ChildMessage } from './process-pool.ts';

/** The child's side of `ProcessPool`: `start` loads the engine, what it returns answers. */
export function serveRequests<Request, Answer>(start: () => (request: Request) => Answer): void {
  const link = parentLink<ChildMessage<Answer>>();
  link.start(start, (answer, request: Request) =>
    link.say({ type: 'answer', answer: answer(request) }),
  );
}

export interface ParentLink<Message> {
  /** Loads the engine and says how that went; from then on `hear` is told what the parent says. */
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
  // Ctrl-C and service managers signal the whole group; when to stop is the parent's decision.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  // A parent that is just dying is seen as the disconnect.
  const say = (message: unknown) => void process.send?.(message as object, () => {});
  return {
    say,
    start(load, hear) {
      try {
        const engine = load();
        process.on('message', (request) => hear(engine, request as never));
        say({ type: 'ready' });
      } catch (error) {
        // The reason first, then the end.
        process.send?.({ type: 'broken', reason: String(error) }, () => process.exit(1));
      }
    },
  };
}
