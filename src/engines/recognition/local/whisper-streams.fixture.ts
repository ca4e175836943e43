/**
 * The child process of local.test.ts: runs Whisper behind the messages of a streaming model,
 * so that the tests get real words. Every second it transcribes the utterance again from its
 * start.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { WhisperNetwork } from '../whisper/network.ts';
import { hearSpeech } from '../whisper/speech.ts';
import { TokenVocabulary } from '../whisper/vocabulary.ts';
import { WHISPER_FILES } from '../whisper/whisper-files.ts';
import type { RecognisedWord } from '../recogniser.ts';
import { serveStreams, type NativeStream, type NativeStreams } from './serve-streams.ts';

const STEP = 16_000;
/**
 * A sample that flite never produces; the first argument of the process sets the reaction to it.
 */
const POISON = -32_768;

/**
 * The reaction to this sample: in every process, or, with `unless`, only in the first process,
 * because that process creates the file at this path.
 */
export interface Mischief {
  does: 'abort' | 'kill' | 'hang';
  unless?: string;
}

class WhisperStream implements NativeStream {
  #chunks: Int16Array[] = [];
  #samples = 0;
  #decoded = 0;
  #ended = false;
  #words: RecognisedWord[] = [];

  accept(pcm: Int16Array): void {
    if (pcm.includes(POISON)) misbehave(JSON.parse(process.argv[2] ?? '{}'));
    this.#chunks.push(pcm);
    this.#samples += pcm.length;
  }

  end(): void {
    this.#ended = true;
  }

  ready(): boolean {
    const fresh = this.#samples - this.#decoded;
    return fresh >= STEP || (this.#ended && fresh > 0);
  }

  /** Advances only one step per call, like a real model, however much sound is waiting. */
  decode(hear: (pcm: Int16Array) => RecognisedWord[]): void {
    this.#decoded = Math.min(this.#samples, this.#decoded + STEP);
    const pcm = new Int16Array(this.#samples);
    let at = 0;
    for (const chunk of this.#chunks) {
      pcm.set(chunk, at);
      at += chunk.length;
    }
    this.#words = hear(pcm.subarray(0, this.#decoded));
  }

  words(): RecognisedWord[] {
    return this.#words;
  }
}

class WhisperStreams implements NativeStreams<WhisperStream> {
  readonly #network = new WhisperNetwork({
    encoder: WHISPER_FILES.encoder.url,
    decoder: WHISPER_FILES.decoder.url,
  });
  readonly #vocabulary = new TokenVocabulary(WHISPER_FILES.vocabulary.url);

  open(): WhisperStream {
    return new WhisperStream();
  }

  decode(streams: readonly WhisperStream[]): void {
    const hear = (pcm: Int16Array) =>
      hearSpeech(this.#network, this.#vocabulary, {
        pcm,
        language: 'en',
        names: [],
        isDraft: true,
      }).words;
    for (const stream of streams) stream.decode(hear);
  }
}

function misbehave({ does, unless }: Mischief): void {
  if (unless && existsSync(unless)) return;
  if (unless) writeFileSync(unless, '');
  if (does === 'abort') process.abort();
  if (does === 'kill') process.kill(process.pid, 'SIGKILL');
  for (;;);
}

serveStreams(() => new WhisperStreams());
