import { SAMPLE_RATE } from '../../engines/recognition/recogniser.ts';
import type {
  RecognitionEvent,
  RecognitionSession,
  RecogniserState,
  Recogniser,
  Utterance,
} from '../../engines/recognition/recogniser.ts';
import { AudioRing } from '../../engines/recognition/audio-ring.ts';
import type { Heard } from './assembler.ts';
import type { Voices } from './voices.ts';

/** How long a boundary waits for words that are still being recognised. */
const SETTLE_MS = 30_000;
/** Words come some time after their sound. */
const KEPT_SECONDS = 30;
/** More of one utterance says no more about the voice. */
const VOICE_SECONDS = 10;

/** What a session wants to know of what it hears; times are wall clock milliseconds. */
export interface Ears {
  speech(): void;
  words(heard: Heard): void;
  partial(heard: Heard): void;
  /** The recogniser is lost or found, or another one listens. */
  changed(state: RecogniserState): void;
  failed(detail: string): void;
}

/**
 * The recogniser of one listening session. At the boundary between two conversations a fresh one
 * takes over while the former finishes, so that no word is missed and none waits for the next
 * conversation; the audio clock of each is put on the one wall clock.
 */
export class Hearing {
  readonly #recogniser: Recogniser;
  readonly #language: string;
  readonly #openedAt: number;
  readonly #ears: Ears;
  readonly #voices: Voices | null;
  readonly #ring = new AudioRing(KEPT_SECONDS * SAMPLE_RATE);
  #current: { recognition: RecognitionSession; consumed: Promise<void> } | null = null;
  #samples = 0;

  constructor({ recogniser, language, openedAt, ears, voices }: HearingParts) {
    this.#voices = voices;
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
    return this.#current?.recognition.backlogSeconds() ?? 0;
  }

  open(): void {
    const recognition = this.#recogniser.open({ language: this.#language });
    const zero = this.#openedAt + this.seconds * 1000;
    this.#current = { recognition, consumed: this.#consume(recognition.events, zero) };
  }

  write(pcm: Int16Array): void {
    this.#samples += pcm.length;
    if (this.#voices) this.#ring.push(pcm);
    this.#current?.recognition.write(pcm);
  }

  /** A fresh recogniser hears what comes now; resolves when the former has said its last word. */
  async handOver(): Promise<void> {
    const former = this.#current;
    this.open();
    await finished(former);
  }

  /** The last words; afterwards nothing is heard any more. */
  async finish(): Promise<void> {
    const last = this.#current;
    this.#current = null;
    await finished(last);
  }

  /** `zero` is the wall clock (ms) at which the recogniser's own clock began. */
  async #consume(events: AsyncIterable<RecognitionEvent>, zero: number): Promise<void> {
    for await (const event of events) {
      if (event.type === 'speech') this.#ears.speech();
      else if (event.type === 'final') {
        this.#ears.words(await this.#spokenBy(event.utterance, zero));
      } else if (event.type === 'partial')
        this.#ears.partial(this.#perhapsBy(this.#onWallClock(event.utterance, zero)));
      else if (event.type === 'state') this.#ears.changed(event);
      else if (event.type === 'failed') this.#ears.failed(event.detail);
    }
  }

  /** While it is said, the voice is taken for the one before. */
  #perhapsBy(heard: Heard): Heard {
    return this.#voices?.guess(heard) ?? heard;
  }

  /** Whose words they are, where voices are listened to. */
  async #spokenBy(utterance: Utterance, zero: number): Promise<Heard> {
    const heard = this.#onWallClock(utterance, zero);
    if (!this.#voices) return heard;
    const sample = (wall: number) => Math.round(((wall - this.#openedAt) * SAMPLE_RATE) / 1000);
    const start = sample(heard.start);
    const end = Math.min(sample(heard.end), start + VOICE_SECONDS * SAMPLE_RATE);
    const labelled = utterance.speaker !== undefined || this.#recogniser.capabilities.diarization;
    return this.#voices.whose(heard, this.#ring.slice(start, end), { labelled });
  }

  /**
   * Who speaks? Where nothing tells voices apart, the one voice of a person's own device is taken
   * for its owner's; a recogniser that separates speakers leaves everyone unknown.
   */
  #onWallClock({ text, start, end, words, speaker, provider }: Utterance, zero: number): Heard {
    const wall = (seconds: number) => zero + seconds * 1000;
    return {
      text,
      start: wall(start),
      end: wall(end),
      words: words.map((word) => ({ ...word, start: wall(word.start), end: wall(word.end) })),
      speaker_id: speaker ?? 0,
      is_user: !this.#recogniser.capabilities.diarization,
      person_id: null,
      person_name: null,
      stt_provider: provider ?? this.#recogniser.name,
      voice_checked: false,
    };
  }
}

async function finished(
  session: { recognition: RecognitionSession; consumed: Promise<void> } | null,
): Promise<void> {
  if (!session) return;
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, SETTLE_MS);
  await Promise.race([session.recognition.finish().then(() => session.consumed), patience]);
  clearTimeout(timer);
  session.recognition.close();
}

export interface HearingParts {
  recogniser: Recogniser;
  language: string;
  /** Wall clock (ms) of the first sample. */
  openedAt: number;
  ears: Ears;
  /** Null where it is known otherwise who speaks. */
  voices: Voices | null;
}
