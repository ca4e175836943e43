/**
 * Turns an engine that transcribes finished utterances (the built-in engine, a local model or a
 * REST service) into a live recogniser. Voice activity detection cuts the sound into utterances.
 * Utterances are transcribed in parallel, and their final results are returned in the order of
 * speech.
 */
import type { Log } from '../../../core/log.ts';
import { Segmenter, type SpokenPiece } from '../../audio/segmenter.ts';
import type { VoiceActivity, VoiceStream } from '../../voice-activity/voice-activity.ts';
import { EarlyTranscriber } from './early-transcriber.ts';
import {
  SAMPLE_RATE,
  type Recogniser,
  type RecognitionOptions,
  type RecognitionSession,
  type Utterance,
} from '../recogniser.ts';
import { PieceJoiner } from './piece-joiner.ts';
import { SessionEvents } from '../session-events.ts';
import { SpeechPulse } from '../speech-pulse.ts';
import {
  EngineFailure,
  UtteranceMissed,
  type Transcription,
  type UtteranceEngine,
} from './utterance-engine.ts';

/**
 * The maximum backlog of a session, in seconds of sound.
 *
 * If the engine is too slow, the session drops the newest utterance beyond this limit and reports
 * `degraded`; below half of the limit, it reports `ready` again. Earlier utterances are kept and
 * returned in order. Voice activity detection is a thousand times faster than speech, so its
 * backlog grows only if the caller ignores `backlogSeconds()`; above this limit, the session then
 * fails.
 */
const BACKLOG_LIMIT = 120;

/** Beyond this backlog, waiting pieces are joined into longer utterances. */
const FAR_BEHIND_SECONDS = 20;

/** Shorter pieces without clear words are mostly no speech. */
const MIN_UNCLEAR_SECONDS = 2;
/** A draft of unfinished speech is written each time when so much speech was added. */
const DRAFT_EVERY_SECONDS = 1;

export interface UtteranceRecogniserParts {
  engine: UtteranceEngine;
  /** Other recognisers share the detector, so disposing of the recogniser leaves it open. */
  voiceActivity: VoiceActivity;
  log: Log;
}

export function utteranceRecogniser(parts: UtteranceRecogniserParts): Recogniser {
  const { engine } = parts;
  return {
    name: engine.name,
    capabilities: engine.capabilities,
    available: () => engine.available(),
    open: (options) => new UtteranceSession(parts, options),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
    },
  };
}

class UtteranceSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #engine: UtteranceEngine;
  readonly #log: Log;
  readonly #transcriber: EarlyTranscriber;
  readonly #segmenter: Segmenter;
  readonly #joiner = new PieceJoiner();
  readonly #pulse = new SpeechPulse();
  readonly #voice: VoiceStream;
  /** The number of pieces that have ended, whether or not they had words. */
  #pieces = 0;
  /** The draft that is being written, and the length of the speech at the last one. */
  #isDrafting = false;
  #draftedSeconds = 0;
  /** The number of samples in pieces that the engine has not answered. */
  #pendingSamples = 0;
  /** The times when these pieces were passed to the engine, in order. */
  readonly #handedAt: number[] = [];
  #degraded = false;
  /** Settles when the engine has answered everything so far. */
  #answered: Promise<void> = Promise.resolve();

  constructor(parts: UtteranceRecogniserParts, options: RecognitionOptions) {
    this.#engine = parts.engine;
    this.#log = parts.log;
    this.#transcriber = new EarlyTranscriber(this.#engine, options);
    this.#segmenter = new Segmenter(this.#engine.segmenter);
    this.#voice = parts.voiceActivity.open((frame, probability) => this.#hear(frame, probability));
  }

  write(pcm: Int16Array): void {
    if (this.events.ended) return;
    if (this.#voice.waitingSamples > BACKLOG_LIMIT * SAMPLE_RATE) {
      this.#fail(
        new EngineFailure('engine', 'The sound arrives faster than it can be transcribed.'),
      );
      return;
    }
    this.#voice.write(pcm);
  }

  backlogSeconds(): number {
    const samples = this.#voice.waitingSamples + this.#pendingSamples + this.#joiner.heldSamples;
    return samples / SAMPLE_RATE + this.#segmenter.heldSeconds;
  }

  behindSeconds(): number {
    const [oldest] = this.#handedAt;
    return oldest === undefined ? 0 : (performance.now() - oldest) / 1000;
  }

  async finish(): Promise<void> {
    await this.#voice.finish();
    this.#spoken(this.#segmenter.flush());
    this.#transcribe(this.#joiner.take());
    await this.#answered;
    this.events.end();
  }

  close(): void {
    this.events.end();
    this.#voice.close();
    this.#transcriber.close();
  }

  #hear(frame: Int16Array, probability: number): void {
    const at = this.#pulse.hear(probability);
    if (at !== undefined) this.events.emit({ type: 'speech', at });
    const wasSpeaking = this.#segmenter.speaking;
    this.#spoken(this.#segmenter.push(frame, probability));
    if (this.#segmenter.speaking && !wasSpeaking) this.#engine.warm();
    const pause = this.#segmenter.pause();
    if (!this.#engine.eager()) return;
    if (pause) this.#transcriber.begin(pause);
    else if (this.#engine.capabilities.partials) this.#draft();
  }

  /** Writes the words of the unfinished speech, unless a draft is under way. */
  #draft(): void {
    const { heldSeconds } = this.#segmenter;
    if (heldSeconds < this.#draftedSeconds) this.#draftedSeconds = 0;
    if (this.#isDrafting || heldSeconds < this.#draftedSeconds + DRAFT_EVERY_SECONDS) return;
    const piece = this.#segmenter.held();
    this.#draftedSeconds = heldSeconds;
    this.#isDrafting = true;
    const ended = this.#pieces;
    this.#transcriber
      .draft(piece)
      .then((transcription) => {
        const utterance = utteranceOf(piece, ended + 1, transcription);
        const isCurrent = this.#pieces === ended && !this.events.ended;
        if (utterance && isCurrent) this.events.emit({ type: 'partial', utterance });
      })
      // The final words will say what is wrong.
      .catch(() => {})
      .finally(() => (this.#isDrafting = false));
  }

  #spoken(piece: SpokenPiece | undefined): void {
    if (!piece) return;
    const isFarBehind = this.behindSeconds() >= FAR_BEHIND_SECONDS;
    for (const each of this.#joiner.push(piece, isFarBehind)) this.#transcribe(each);
  }

  #transcribe(piece: SpokenPiece | undefined): void {
    if (!piece || this.events.ended || !this.#admit(piece)) return;
    this.#pendingSamples += piece.pcm.length;
    this.#handedAt.push(performance.now());
    this.#pieces += 1;
    const number = this.#pieces;
    const transcription = this.#transcriber.transcribe(piece);
    const before = this.#answered;
    this.#answered = (async () => {
      const [outcome] = await Promise.allSettled([transcription, before]);
      if (outcome.status === 'fulfilled') this.#final(piece, number, outcome.value);
      else if (outcome.reason instanceof UtteranceMissed) this.#missed(piece, outcome.reason);
      else this.#fail(outcome.reason);
      this.#pendingSamples -= piece.pcm.length;
      this.#handedAt.shift();
      if (this.behindSeconds() < FAR_BEHIND_SECONDS) this.#transcribe(this.#joiner.take());
      this.#recover();
    })();
  }

  #final(piece: SpokenPiece, number: number, transcription: Transcription): void {
    const utterance = utteranceOf(piece, number, transcription);
    if (utterance) this.events.emit({ type: 'final', utterance });
    else if (transcription.isUnclear && piece.end - piece.start >= MIN_UNCLEAR_SECONDS) {
      this.events.emit({ type: 'unclear', ...timesOf(piece) });
    }
  }

  #missed(piece: SpokenPiece, { message }: UtteranceMissed): void {
    this.events.emit({ type: 'missed', ...timesOf(piece), detail: message });
  }

  #admit(piece: SpokenPiece): boolean {
    const behind = (this.#pendingSamples + piece.pcm.length) / SAMPLE_RATE;
    if (behind <= BACKLOG_LIMIT) return true;
    const detail = 'The recogniser is too slow; some speech is skipped for now.';
    if (!this.#degraded) this.events.emit({ type: 'state', state: 'degraded', detail });
    this.#degraded = true;
    this.#log.warn({ engine: this.#engine.name, behind }, detail);
    return false;
  }

  #recover(): void {
    if (!this.#degraded || this.#pendingSamples > (BACKLOG_LIMIT / 2) * SAMPLE_RATE) return;
    this.#degraded = false;
    this.events.emit({ type: 'state', state: 'ready', detail: 'The recogniser has caught up.' });
  }

  #fail(error: unknown): void {
    if (this.events.ended) return;
    const known = error instanceof EngineFailure ? error : undefined;
    this.#log.error({ engine: this.#engine.name, error }, 'a recognition session failed');
    this.events.fail(known?.code ?? 'engine', known?.message ?? 'The recogniser failed.');
    this.close();
  }
}

function timesOf({ start, end }: SpokenPiece): { start: number; end: number } {
  return { start: milliseconds(start), end: milliseconds(end) };
}

/** Returns undefined when the piece has no words. */
function utteranceOf(
  { start }: SpokenPiece,
  number: number,
  { text, words }: Transcription,
): Utterance | undefined {
  if (words.length === 0) return undefined;
  const shifted = words.map((word) => ({
    ...word,
    start: milliseconds(start + word.start),
    end: milliseconds(start + word.end),
  }));
  const times = { start: shifted[0]!.start, end: shifted.at(-1)!.end };
  return { id: String(number), text, ...times, words: shifted };
}

/** Rounds seconds to whole milliseconds, because more digits have no meaning. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
