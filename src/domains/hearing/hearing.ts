import { SAMPLE_RATE } from '../../engines/recognition/recogniser.ts';
import type {
  RecognitionEvent,
  RecognitionSession,
  RecogniserState,
  Recogniser,
  Utterance,
} from '../../engines/recognition/recogniser.ts';
import { AudioRing } from '../../engines/recognition/audio-ring.ts';
import type { Span } from '../transcripts/gap.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import type { Timeline } from './timeline.ts';
import type { Voices } from '../speakers/live-voices.ts';

/** How long a live boundary waits for words that are still being recognised. */
const SETTLE_MS = 30_000;
/** Words come some time after their sound. */
const KEPT_SECONDS = 30;
/** More of one utterance says no more about the voice. */
const VOICE_SECONDS = 10;

interface Listening {
  recognition: RecognitionSession;
  consumed: Promise<void>;
}

/** What a session wants to know of what it hears; times are wall clock milliseconds. */
export interface Ears {
  speech(): void;
  words(heard: Heard): void;
  partial(heard: Heard): void;
  /** The recogniser is lost or found, or another one listens. */
  changed(state: RecogniserState): void;
  failed(detail: string): void;
  /** What was said there has no words, and may have some another time. */
  missed(span: Span): void;
}

/**
 * The recogniser of one listening session. At the boundary between two conversations a fresh one
 * takes over while the former finishes, so that no word is missed and none waits for the next
 * conversation; the audio clock of each is put on the one wall clock.
 */
export class Hearing {
  readonly #recogniser: Recogniser;
  readonly #language: string;
  readonly #timeline: Timeline;
  readonly #ears: Ears;
  readonly #voices: Voices | null;
  readonly #ring = new AudioRing(KEPT_SECONDS * SAMPLE_RATE);
  #current: Listening | null = null;
  readonly #formers = new Set<Listening>();
  #samples = 0;
  readonly #patience: AbortSignal | undefined;
  readonly #stopping: AbortSignal | undefined;

  constructor(parts: HearingParts) {
    const { recogniser, language, timeline, ears, voices, patience, stopping } = parts;
    this.#patience = patience;
    this.#stopping = stopping;
    this.#voices = voices;
    this.#recogniser = recogniser;
    this.#language = language;
    this.#timeline = timeline;
    this.#ears = ears;
  }

  /** Of all the audio that came. */
  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  get backlogSeconds(): number {
    return this.#current?.recognition.backlogSeconds() ?? 0;
  }

  /** Of those that still have something to say. */
  get behindSeconds(): number {
    const open = [this.#current, ...this.#formers];
    return Math.max(0, ...open.map((each) => each?.recognition.behindSeconds?.() ?? 0));
  }

  open(recogniser = this.#recogniser): void {
    const recognition = recogniser.open({ language: this.#language });
    const consumed = this.#consume(recognition.events, this.seconds);
    this.#current = { recognition, consumed };
  }

  write(pcm: Int16Array): void {
    this.#samples += pcm.length;
    if (this.#voices) this.#ring.push(pcm);
    this.#current?.recognition.write(pcm);
  }

  /**
   * A fresh recogniser, or another one, hears what comes now. Resolves when the former has said its
   * last word; false when that did not come in time.
   */
  async handOver(to?: Recogniser): Promise<boolean> {
    const former = this.#current;
    this.open(to);
    if (!former) return true;
    this.#formers.add(former);
    return this.#finished(former).finally(() => this.#formers.delete(former));
  }

  /** The last words; afterwards nothing is heard any more. False when they did not come in time. */
  async finish(): Promise<boolean> {
    const last = this.#current;
    this.#current = null;
    return this.#finished(last);
  }

  async #finished(session: Listening | null): Promise<boolean> {
    if (!session) return true;
    const { promise: over, resolve } = Promise.withResolvers<boolean>();
    const giveUp = () => resolve(false);
    const timer = this.#patience ? undefined : setTimeout(giveUp, SETTLE_MS);
    const signals = [this.#patience, this.#stopping].filter((signal) => signal !== undefined);
    for (const signal of signals) signal.addEventListener('abort', giveUp, { once: true });
    if (signals.some((signal) => signal.aborted)) giveUp();
    const end = session.recognition.finish().then(() => session.consumed);
    const isDone = await Promise.race([end.then(() => true), over]);
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', giveUp);
    session.recognition.close();
    return isDone;
  }

  /** `began` is the second of audio at which the recogniser's own clock began. */
  async #consume(events: AsyncIterable<RecognitionEvent>, began: number): Promise<void> {
    for await (const event of events) {
      if (event.type === 'speech') this.#ears.speech();
      else if (event.type === 'final') {
        this.#ears.words(await this.#spokenBy(event.utterance, began));
      } else if (event.type === 'partial') {
        this.#ears.partial(this.#perhapsBy(this.#onWallClock(event.utterance, began)));
      } else if (event.type === 'state') this.#ears.changed(event);
      else if (event.type === 'failed') this.#ears.failed(event.detail);
      else if (event.type === 'missed') {
        const wall = (seconds: number) => this.#timeline.wall(began + seconds);
        this.#ears.missed({ from: wall(event.start), until: wall(event.end) });
      }
    }
  }

  /** While it is said, the voice is taken for the one before. */
  #perhapsBy(heard: Heard): Heard {
    return this.#voices?.guess(heard) ?? heard;
  }

  /** Whose words they are, where voices are listened to. */
  async #spokenBy(utterance: Utterance, began: number): Promise<Heard> {
    const heard = this.#onWallClock(utterance, began);
    if (!this.#voices) return heard;
    const sample = (seconds: number) => Math.round((began + seconds) * SAMPLE_RATE);
    const start = sample(utterance.start);
    const end = Math.min(sample(utterance.end), start + VOICE_SECONDS * SAMPLE_RATE);
    const labelled = utterance.speaker !== undefined || this.#recogniser.capabilities.diarization;
    return this.#voices.whose(heard, this.#ring.slice(start, end), { labelled });
  }

  /**
   * Who speaks? Where nothing tells voices apart, the one voice of a person's own device is taken
   * for its owner's; a recogniser that separates speakers leaves everyone unknown.
   */
  #onWallClock({ text, start, end, words, speaker, provider }: Utterance, began: number): Heard {
    const wall = (seconds: number) => this.#timeline.wall(began + seconds);
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
      voice_verdict: null,
      print: null,
    };
  }
}

export interface HearingParts {
  recogniser: Recogniser;
  language: string;
  /** Where on the wall clock its audio is. */
  timeline: Timeline;
  ears: Ears;
  /** Null where it is known otherwise who speaks. */
  voices: Voices | null;
  /** The last words are waited for until this is aborted; for half a minute without it. */
  patience?: AbortSignal | undefined;
  /** The service stops: words that are not there when this is aborted are not waited for. */
  stopping?: AbortSignal | undefined;
}
