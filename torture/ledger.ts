/** Records every acknowledged write, which must be there when all faults are over. */

/** `unknown`: sent, and never answered with a success or a refusal. */
export type Presence = 'present' | 'absent' | 'unknown';

export interface RecordEntry {
  user: string;
  resource: string;
  /** A word that is in this record and in no other. */
  marker: string;
  id: string | null;
  presence: Presence;
  /** The texts that it may have: one, or several after a change without an answer. */
  texts: Set<string>;
}

export interface ConversationEntry {
  user: string;
  marker: string;
  text: string;
  /** Null until its creation was acknowledged; it is sent again with its key until then. */
  id: string | null;
}

export interface ShownWords {
  user: string;
  marker: string;
  /** The conversation in which a listener was shown them. */
  conversation_id: string;
}

export class Ledger {
  readonly records: RecordEntry[] = [];
  readonly conversations: ConversationEntry[] = [];
  readonly words: ShownWords[] = [];
  /** Conversations of live sessions, by id. */
  readonly recordings = new Map<string, string>();
  readonly #violations = new Set<string>();
  readonly answers = new Map<number, number>();
  #markers = 0;
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  marker(): string {
    this.#markers += 1;
    return `mark${this.#markers}x`;
  }

  answered(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  violate(sentence: string): void {
    // The same loss is found again after every round.
    if (this.#violations.has(sentence)) return;
    this.#violations.add(sentence);
    this.#say(`✖ ${new Date().toISOString()} ${sentence}`);
  }

  get violations(): string[] {
    return [...this.#violations];
  }

  get acknowledged(): number {
    return (
      this.records.filter(({ presence }) => presence !== 'unknown').length +
      this.conversations.filter(({ id }) => id !== null).length +
      this.words.length
    );
  }
}
