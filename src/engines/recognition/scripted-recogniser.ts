/**
 * A recogniser for tests that returns scripted results and ignores the sound. An utterance is
 * returned when the audio clock has passed its end.
 */
import {
  SAMPLE_RATE,
  type FailureCode,
  type RecognisedWord,
  type Recogniser,
  type RecogniserCapabilities,
  type RecognitionSession,
  type Utterance,
} from './recogniser.ts';
import { SessionEvents } from './session-events.ts';
import { SpeechPulse } from './speech-pulse.ts';
import { spreadWords } from './spread-words.ts';

export interface ScriptedUtterance {
  text: string;
  /** Seconds on the audio clock of the session. */
  start: number;
  end: number;
  words?: RecognisedWord[];
  speaker?: number;
  /** The recogniser that stands in for this one. */
  provider?: string;
}

export interface Script {
  name?: string;
  capabilities?: Partial<RecogniserCapabilities>;
  /**
   * The utterances in chronological order, or a function of the session's number, which is counted
   * from 0.
   */
  utterances: readonly ScriptedUtterance[] | ((session: number) => readonly ScriptedUtterance[]);
  /** Also returns the words so far during an utterance. */
  partials?: boolean;
  /** Seconds of sound between the end of an utterance and its final result. */
  delaySeconds?: number;
  /** The session fails when the audio clock passes this time. */
  failure?: { at: number; code: FailureCode; detail?: string };
  unavailable?: string;
}

const CAPABILITIES: RecogniserCapabilities = {
  partials: false,
  diarization: false,
  punctuation: true,
  wordTimes: true,
  languages: 'any',
  quality: 'high',
  local: true,
};

export function scriptedRecogniser(script: Script): Recogniser {
  let sessions = 0;
  const { utterances, partials = false, unavailable } = script;
  return {
    name: script.name ?? 'scripted',
    capabilities: { ...CAPABILITIES, partials, ...script.capabilities },
    available: async () => (unavailable ? { ok: false, reason: unavailable } : { ok: true }),
    open() {
      const session = sessions++;
      const heard = typeof utterances === 'function' ? utterances(session) : utterances;
      return new ScriptedSession(script, heard);
    },
    async [Symbol.asyncDispose]() {},
  };
}

class ScriptedSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #script: Script;
  /** The utterances without a final result. */
  readonly #coming: Utterance[];
  readonly #pulse = new SpeechPulse();
  #samples = 0;
  #partialWords = 0;

  constructor(script: Script, utterances: readonly ScriptedUtterance[]) {
    this.#script = script;
    this.#coming = utterances.map((utterance, index) => ({
      id: String(index + 1),
      words: spreadWords(utterance.text, utterance.start, utterance.end),
      ...utterance,
    }));
  }

  get #clock(): number {
    return this.#samples / SAMPLE_RATE;
  }

  write(pcm: Int16Array): void {
    if (this.events.ended) return;
    this.#samples += pcm.length;
    const { failure, delaySeconds = 0 } = this.#script;
    const until = Math.min(this.#clock, failure?.at ?? Infinity);
    this.#speak(until);
    this.#finalise(until - delaySeconds);
    if (failure && this.#clock >= failure.at) {
      this.events.fail(failure.code, failure.detail ?? 'The script says so.');
    }
  }

  backlogSeconds(): number {
    const [next] = this.#coming;
    return next ? Math.max(0, this.#clock - next.start) : 0;
  }

  async finish(): Promise<void> {
    this.#finalise(this.#clock);
    this.events.end();
  }

  close(): void {
    this.events.end();
  }

  /** Emits the speech event and the partial words of the utterance at this time. */
  #speak(at: number): void {
    const current = this.#coming.find(({ start, end }) => start < at && at <= end);
    if (!current) return;
    if (this.#pulse.due(at)) this.events.emit({ type: 'speech', at });
    const words = current.words.filter(({ end }) => end <= at);
    if (!this.#script.partials || words.length === 0 || words.length === this.#partialWords) return;
    this.#partialWords = words.length;
    const text = words.map((word) => word.text).join(' ');
    const utterance = { ...current, text, words, end: words.at(-1)!.end };
    this.events.emit({ type: 'partial', utterance });
  }

  #finalise(until: number): void {
    while (this.#coming[0] && this.#coming[0].end <= until) {
      this.#partialWords = 0;
      this.events.emit({ type: 'final', utterance: this.#coming.shift()! });
    }
  }
}
