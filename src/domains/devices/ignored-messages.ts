import type { MessageProblem, ServerMessage } from './message.ts';

/** The interval of messages about sound that cannot be decoded. */
const AGAIN_MS = 10_000;
const MAX_PROBLEMS = 20;
/** How many types of unknown messages are remembered. */
const MAX_TYPES = 20;

/** Counts what a client sent in vain, and tells the client what it was and why. */
export class IgnoredMessages {
  readonly #send: (message: ServerMessage) => void;
  /** The messages about which a client need not be told again. */
  readonly #told = new Set<string>();
  #count = 0;
  #badFrames = 0;
  #toldAt = -Infinity;

  constructor(send: (message: ServerMessage) => void) {
    this.#send = send;
  }

  /** The number of messages and parts that had no effect, without the sound. */
  get count(): number {
    return this.#count;
  }

  parts(message: string, problems: readonly MessageProblem[]): void {
    if (problems.length === 0) return;
    this.#count += problems.length;
    this.#tell(message, problems);
  }

  /** Counts a message that is useless in this session. The client is told of each kind once. */
  useless(message: string, problem: MessageProblem): void {
    this.#count += 1;
    if (this.#told.has(message) || this.#told.size >= MAX_TYPES) return;
    this.#told.add(message);
    this.#tell(message, [problem]);
  }

  /** Looks at the number of sound messages that could not be decoded. */
  sound(badFrames: number, { codec, now }: { codec: string; now: number }): void {
    if (badFrames === this.#badFrames || now - this.#toldAt < AGAIN_MS) return;
    const more = badFrames - this.#badFrames;
    this.#badFrames = badFrames;
    this.#toldAt = now;
    const reason = `${more} sound messages could not be decoded as ${codec} and were left out.`;
    this.#tell('audio', [{ field: '', reason }]);
  }

  #tell(message: string, problems: readonly MessageProblem[]): void {
    const ignored = this.#count + this.#badFrames;
    this.#send({
      type: 'message_ignored',
      message,
      problems: problems.slice(0, MAX_PROBLEMS),
      ignored,
    });
  }
}
