import { SAMPLE_RATE } from '../../engines/recognition/recogniser.ts';
import type {
  RecognitionEvent,
  RecognitionSession,
  RecogniserState,
  Recogniser,
  Utterance,
} from '../../engines/recognition/recogniser.ts';
import { AudioRing } from '../../engines/recognition/audio-ring.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import type { Timeline } from './timeline.ts';
import type { Voices } from './speakers/live-voices.ts';
import type { KnownNames } from '../vocabulary/known-names.ts';

/**
 * The maximum wait for words that are still being recognised when one conversation ends and the
 * next begins.
 */
const SETTLE_MS = 30_000;
/** How long sound is kept; words arrive later than their sound. */
const KEPT_SECONDS = 30;
/** The maximum length of a voice sample; more sound of one utterance does not improve it. */
const VOICE_SECONDS = 10;

interface Listening {
  recognition: RecognitionSession;
  consumed: Promise<void>;
}

/** An event in the sound of a session. Times are in milliseconds since 1970. */
export type HearingEvent =
  | { type: 'speech' }
  | { type: 'words' | 'partial'; heard: Heard }
  /** A recogniser fails, recovers or is replaced. */
  | { type: 'changed'; state: RecogniserState }
  | { type: 'failed'; detail: string }
  /** `missed` sound has no words and may be transcribed later; words of `unclear` speech are a guess. */
  | { type: 'missed' | 'unclear'; span: SoundSpan };

/**
 * Runs the recognisers of one listening session. At the boundary between two conversations, a new
 * recogniser takes over while the previous one finishes. So no word is missed, and no late word
 * delays the next conversation. The times of each recogniser are converted from audio time to
 * wall-clock time.
 */
export class Hearing {
  readonly #recogniser: Recogniser;
  readonly #language: string;
  readonly #names: KnownNames | undefined;
  readonly #timeline: Timeline;
  readonly #on: HearingParts['on'];
  readonly #voices: Voices | null;
  readonly #ring = new AudioRing(KEPT_SECONDS * SAMPLE_RATE);
  #current: Listening | null = null;
  /** The recognisers that still finish, with whether they do so in time. */
  readonly #formers = new Map<Listening, Promise<boolean>>();
  #samples = 0;
  readonly #patience: AbortSignal | undefined;
  readonly #stopping: AbortSignal | undefined;

  constructor(parts: HearingParts) {
    const { recogniser, language, names, timeline, on, voices } = parts;
    const { patience, stopping } = parts;
    this.#patience = patience;
    this.#stopping = stopping;
    this.#voices = voices;
    this.#recogniser = recogniser;
    this.#language = language;
    this.#names = names;
    this.#timeline = timeline;
    this.#on = on;
  }

  /** Seconds of audio received so far. */
  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  get backlogSeconds(): number {
    return this.#current?.recognition.backlogSeconds() ?? 0;
  }

  /** The longest time that words have been pending in any running recogniser. */
  get behindSeconds(): number {
    const open = [this.#current, ...this.#formers.keys()];
    return Math.max(0, ...open.map((each) => each?.recognition.behindSeconds?.() ?? 0));
  }

  open(recogniser = this.#recogniser): void {
    const vocabulary = this.#names?.words ?? [];
    const recognition = recogniser.open({ language: this.#language, vocabulary });
    const consumed = this.#consume(recognition.events, this.seconds);
    this.#current = { recognition, consumed };
  }

  write(pcm: Int16Array): void {
    this.#samples += pcm.length;
    if (this.#voices) this.#ring.push(pcm);
    this.#current?.recognition.write(pcm);
  }

  /**
   * Sends all further sound to a new recogniser or to the given one. Resolves with true when the
   * previous recognisers have finished; with false when one did not finish in time.
   */
  async handOver(to?: Recogniser): Promise<boolean> {
    const former = this.#current;
    this.open(to);
    if (former) {
      const isDone = this.#finished(former).finally(() => this.#formers.delete(former));
      this.#formers.set(former, isDone);
    }
    return this.#formersDone();
  }

  /**
   * Accepts no more sound and resolves after the last words. Resolves with false when the words did
   * not arrive in time.
   */
  async finish(): Promise<boolean> {
    const last = this.#current;
    this.#current = null;
    const isDone = await this.#finished(last);
    return (await this.#formersDone()) && isDone;
  }

  /** The words of an overloaded recogniser that gave way may be later than those of the next one. */
  async #formersDone(): Promise<boolean> {
    return (await Promise.all(this.#formers.values())).every(Boolean);
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

  /** `began` is the second of audio at which the recogniser started. */
  async #consume(events: AsyncIterable<RecognitionEvent>, began: number): Promise<void> {
    for await (const event of events) {
      if (event.type === 'speech') this.#on({ type: 'speech' });
      else if (event.type === 'final') {
        const utterance = this.#names?.correct(event.utterance) ?? event.utterance;
        this.#on({ type: 'words', heard: await this.#spokenBy(utterance, began) });
      } else if (event.type === 'partial') {
        const heard = this.#perhapsBy(this.#onWallClock(event.utterance, began));
        this.#on({ type: 'partial', heard });
      } else if (event.type === 'state') this.#on({ type: 'changed', state: event });
      else if (event.type === 'failed') this.#on({ type: 'failed', detail: event.detail });
      else if (event.type === 'missed' || event.type === 'unclear') {
        const wall = (seconds: number) => this.#timeline.wall(began + seconds);
        const span = { from: wall(event.start), until: wall(event.end) };
        this.#on({ type: event.type, span });
      }
    }
  }

  /** Assumes that an unfinished utterance has the same voice as the previous one. */
  #perhapsBy(heard: Heard): Heard {
    return this.#voices?.guess(heard) ?? heard;
  }

  /** Adds the speaker to the words, if the session compares voices. */
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
   * Sets the times and the first guess of the speaker. If voices cannot be distinguished, the voice
   * on a person's own device is attributed to the owner. If the recogniser separates speakers,
   * every speaker is unknown at first.
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
  /** The names that help the recogniser; undefined when there are none. */
  names?: KnownNames | undefined;
  /** Converts audio time to the wall clock. */
  timeline: Timeline;
  on: (event: HearingEvent) => void;
  /** Null when the speaker is determined by other means. */
  voices: Voices | null;
  /** Ends the wait for the last words when aborted. If undefined, the wait is half a minute. */
  patience?: AbortSignal | undefined;
  /** Aborts when the service stops; the session then no longer waits for missing words. */
  stopping?: AbortSignal | undefined;
}
