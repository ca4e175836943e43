import { SAMPLE_RATE } from '../../engines/recognition/recogniser.ts';
import type {
  RecognitionEvent,
  RecognitionSession,
  Recogniser,
  Utterance,
} from '../../engines/recognition/recogniser.ts';
import type { Heard } from './assembler.ts';

/** How long a boundary waits for words that are still being recognised. */
const SETTLE_MS = 30_000;

/** What a session wants to know of what it hears; times are wall clock milliseconds. */
export interface Ears {
  speech(): void;
  words(heard: Heard): void;
  partial(heard: Heard): void;
  failed(detail: string): void;
}

/**
 * The recogniser of one listening session. At the boundary between two conversations it is asked to
 * finish and a fresh one goes on, so that no word lands on the wrong side; the audio clock of each
 * is put on the one wall clock.
 */
export class Hearing {
  readonly #recogniser: Recogniser;
  readonly #language: string;
  readonly #openedAt: number;
  readonly #ears: Ears;
  #recognition: RecognitionSession | null = null;
  #consuming: Promise<void> = Promise.resolve();
  #samples = 0;
  /** Samples that had arrived when the present recogniser's own clock was at 0. */
  #from = 0;

  constructor({ recogniser, language, openedAt, ears }: HearingParts) {
    this.#recogniser = recogniser;
    this.#language = language;
    this.#openedAt = openedAt;
    this.#ears = ears;
  }

  /** Of all the audio that came. */
  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  get backlogSeconds(): number {
    return this.#recognition?.backlogSeconds() ?? 0;
  }

  open(): void {
    this.#from = this.#samples;
    this.#recognition = this.#recogniser.open({ language: this.#language });
    this.#consuming = this.#consume(this.#recognition.events);
  }

  write(pcm: Int16Array): void {
    this.#samples += pcm.length;
    this.#recognition?.write(pcm);
  }

  /** Lets the recogniser finish what it has; afterwards there is none until `open`. */
  async finish(): Promise<void> {
    const recognition = this.#recognition;
    if (!recognition) return;
    this.#recognition = null;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, SETTLE_MS);
    await Promise.race([recognition.finish().then(() => this.#consuming), patience]);
    clearTimeout(timer);
    recognition.close();
  }

  async #consume(events: AsyncIterable<RecognitionEvent>): Promise<void> {
    for await (const event of events) {
      if (event.type === 'speech') this.#ears.speech();
      else if (event.type === 'final') this.#ears.words(this.#onWallClock(event.utterance));
      else if (event.type === 'partial') this.#ears.partial(this.#onWallClock(event.utterance));
      else if (event.type === 'failed') this.#ears.failed(event.detail);
    }
  }

  /**
   * Who speaks? Where nothing tells voices apart, the one voice of a person's own device is taken
   * for its owner's; a recogniser that separates speakers leaves everyone unknown.
   */
  #onWallClock({ text, start, end, words, speaker, provider }: Utterance): Heard {
    const zero = this.#openedAt + (this.#from / SAMPLE_RATE) * 1000;
    const wall = (seconds: number) => zero + seconds * 1000;
    return {
      text,
      start: wall(start),
      end: wall(end),
      words: words.map((word) => ({ ...word, start: wall(word.start), end: wall(word.end) })),
      speaker_id: speaker ?? 0,
      is_user: !this.#recogniser.capabilities.diarization,
      person_id: null,
      stt_provider: provider ?? this.#recogniser.name,
    };
  }
}

export interface HearingParts {
  recogniser: Recogniser;
  language: string;
  /** Wall clock (ms) of the first sample. */
  openedAt: number;
  ears: Ears;
}
