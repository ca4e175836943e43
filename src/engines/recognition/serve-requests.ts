import type { ChildMessage } from './process-pool.ts';

/** The child's side of `ProcessPool`: `start` loads the engine, what it returns answers. */
export function serveRequests<Request, Answer>(start: () => (request: Request) => Answer): void {
  // The parent is gone, however it went.
  process.once('disconnect', () => process.exit());
  // Ctrl-C and service managers signal the whole group; when to stop is the parent's decision.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  try {
    const answer = start();
    process.on('message', (request: Request) => say({ type: 'answer', answer: answer(request) }));
    say({ type: 'ready' });
  } catch (error) {
    // The reason first, then the end.
    process.send?.({ type: 'broken', reason: String(error) }, () => process.exit(1));
  }

  function say(message: ChildMessage<Answer>): void {
    // A parent that is just dying is seen as the disconnect.
    process.send?.(message, () => {});
  }
}
