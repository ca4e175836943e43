import type { RecognisedWord } from '../recogniser.ts';
import type { ToStreams } from './stream-messages.ts';

export interface LiveUtteranceOptions {
  id: number;
  language: string;
  onPartial(words: RecognisedWord[]): void;
}

/**
 * The sound of one utterance, kept until its words are final. The process may die at any moment,
 * and the next process needs all the sound.
 */
export class LiveUtterance {
  readonly id: number;
  readonly onPartial: LiveUtteranceOptions['onPartial'];
  readonly #language: string;
  readonly #chunks: Int16Array[] = [];
  readonly #words = Promise.withResolvers<RecognisedWord[]>();
  #samples = 0;
  #ended = false;
  /** True while a process is transcribing the utterance. */
  live = false;
  /** The number of processes that ended while they were transcribing the utterance. */
  deaths = 0;

  constructor({ id, language, onPartial }: LiveUtteranceOptions) {
    this.id = id;
    this.#language = language;
    this.onPartial = onPartial;
    // The promise may reject although no caller awaits it yet, or ever.
    this.#words.promise.catch(() => {});
  }

  get samples(): number {
    return this.#samples;
  }

  get words(): Promise<RecognisedWord[]> {
    return this.#words.promise;
  }

  /** Keeps the sound, and returns the message that sends it to the process. */
  add(pcm: Int16Array): ToStreams {
    const kept = pcm.slice();
    this.#chunks.push(kept);
    this.#samples += kept.length;
    return { type: 'sound', id: this.id, pcm: kept };
  }

  end(): ToStreams {
    this.#ended = true;
    return { type: 'end', id: this.id };
  }

  /** Returns the messages that send all sound so far to a new process. */
  retell(): ToStreams[] {
    const { id } = this;
    const sounds = this.#chunks.map((pcm): ToStreams => ({ type: 'sound', id, pcm }));
    const opening: ToStreams = { type: 'open', id, language: this.#language };
    return [opening, ...sounds, ...(this.#ended ? [this.end()] : [])];
  }

  settle(words: RecognisedWord[]): void {
    this.#words.resolve(words);
  }

  fail(error: Error): void {
    this.#words.reject(error);
  }
}
