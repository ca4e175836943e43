/** Records every acknowledged write. All these writes must exist when all faults are over. */

/** `unknown`: the request was sent, but neither a success nor a refusal was received. */
export type Presence = 'present' | 'absent' | 'unknown';

export interface RecordEntry {
  user: string;
  resource: string;
  /** A word that occurs only in this record. */
  marker: string;
  id: string | null;
  presence: Presence;
  /** The possible texts of the record: one text, or several after a change without an answer. */
  texts: Set<string>;
}

export interface ConversationEntry {
  user: string;
  marker: string;
  text: string;
  /**
   * Null until the creation is acknowledged; the request is repeated with the same key until it is.
   */
  id: string | null;
}

export interface ShownWords {
  user: string;
  marker: string;
  /** The conversation in which a listener received the words. */
  conversation_id: string;
}

export class Ledger {
  readonly records: RecordEntry[] = [];
  readonly conversations: ConversationEntry[] = [];
  readonly words: ShownWords[] = [];
  /** The conversations of live sessions, by id. */
  readonly recordings = new Map<string, string>();
  /** The conversations of uploaded recordings, with their users. */
  readonly uploads = new Map<string, string>();
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
    // Each loss is reported only once, although every round finds it again.
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
      this.words.length +
      this.uploads.size
    );
  }
}
