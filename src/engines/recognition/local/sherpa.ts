/**
 * Calls sherpa-onnx directly. Sherpa-onnx runs only in a child process: it blocks its thread while
 * it works, a damaged model aborts the process, and a model of another kind causes a segmentation
 * fault.
 */
import { accessSync, constants, statSync } from 'node:fs';
import sherpa from 'sherpa-onnx-node';
import type { OfflineRecognizer, OnlineRecognizer, OnlineStream, Result } from 'sherpa-onnx-node';
import { LoadFailure } from '../../supervision/serve-requests.ts';
import { SAMPLE_RATE, spokenLanguage, type RecognisedWord } from '../recogniser.ts';
import { spreadWords } from '../spread-words.ts';
import type { SpeakerModel, StreamingModel, UtteranceModel } from './native-model.ts';
import type { NativeStream, NativeStreams } from './serve-streams.ts';
import { wordsOfTimedTokens } from './words-of-tokens.ts';

const FEATURES = { sampleRate: SAMPLE_RATE, featureDim: 80 };
/** Uses one thread per process: a second thread on the same core halves the throughput. */
const WORK = { numThreads: 1, provider: 'cpu', debug: 0 };
/**
 * A streaming model returns its words in pieces of up to a second. This much silence makes the
 * model return the last piece.
 */
const TAIL_SECONDS = 1.2;

/** Checks the files first, because sherpa-onnx reports a missing one as “Please check your config!”. */
function load<Native>(files: Record<string, string>, make: () => Native): Native {
  const missing = Object.values(files).find((path) => !isReadable(path));
  if (missing === undefined) return make();
  throw new LoadFailure(
    `The file ${missing} of the model is missing, or cannot be read. To find the models to fetch ` +
      'again, run: commonplace models verify.',
  );
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export class SherpaStreams implements NativeStreams<SherpaStream> {
  readonly #recogniser: OnlineRecognizer;

  constructor({ files }: StreamingModel) {
    const { tokens, ...transducer } = files;
    const settings = {
      featConfig: FEATURES,
      modelConfig: { transducer, tokens, ...WORK },
      decodingMethod: 'greedy_search',
      // Our voice activity detection decides when speech ends.
      enableEndpoint: false,
    };
    this.#recogniser = load(files, () => new sherpa.OnlineRecognizer(settings));
  }

  open(language: string): SherpaStream {
    return new SherpaStream(this.#recogniser, language);
  }

  decode(streams: readonly SherpaStream[]): void {
    this.#recogniser.decodeStreams(streams.map(({ native }) => native));
  }
}

class SherpaStream implements NativeStream {
  readonly native: OnlineStream;
  readonly #recogniser: OnlineRecognizer;
  #samples = 0;

  constructor(recogniser: OnlineRecognizer, language: string) {
    this.#recogniser = recogniser;
    this.native = recogniser.createStream();
    // Only multilingual models use this option. If the option is empty, such models detect the
    // language.
    const spoken = spokenLanguage(language);
    if (spoken) this.native.setOption('language', spoken);
  }

  accept(pcm: Int16Array): void {
    this.#samples += pcm.length;
    this.#give(floats(pcm));
  }

  end(): void {
    this.#give(new Float32Array(TAIL_SECONDS * SAMPLE_RATE));
    this.native.inputFinished();
  }

  ready(): boolean {
    return this.#recogniser.isReady(this.native);
  }

  words(): RecognisedWord[] {
    return wordsOfResult(this.#recogniser.getResult(this.native), this.#samples / SAMPLE_RATE);
  }

  #give(samples: Float32Array): void {
    this.native.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  }
}

export class SherpaUtterances {
  readonly #recogniser: OfflineRecognizer;
  readonly #model: UtteranceModel;
  #language = '';

  constructor(model: UtteranceModel) {
    this.#model = model;
    const settings = settingsOf(model, this.#language);
    this.#recogniser = load(model.files, () => new sherpa.OfflineRecognizer(settings));
  }

  /** Returns the words of one utterance; times are seconds from its first sample. */
  decode(pcm: Int16Array, language = 'multi'): RecognisedWord[] {
    this.#expect(spokenLanguage(language) ?? '');
    const stream = this.#recogniser.createStream();
    stream.acceptWaveform({ samples: floats(pcm), sampleRate: SAMPLE_RATE });
    this.#recogniser.decode(stream);
    return wordsOfResult(this.#recogniser.getResult(stream), pcm.length / SAMPLE_RATE);
  }

  /** Without a language, Whisper detects it; with another one, it translates. */
  #expect(language: string): void {
    if (this.#model.kind !== 'whisper' || language === this.#language) return;
    this.#recogniser.setConfig(settingsOf(this.#model, language));
    this.#language = language;
  }
}

function settingsOf({ kind, files }: UtteranceModel, language: string): object {
  const { tokens, ...parts } = files;
  return {
    featConfig: FEATURES,
    modelConfig: { ...partsOf(kind, parts, language), tokens, ...WORK },
  };
}

function partsOf(
  kind: UtteranceModel['kind'],
  files: Record<string, string>,
  language: string,
): object {
  if (kind === 'nemo-ctc') return { nemoCtc: files };
  const { encoder, decoder } = files;
  if (kind === 'moonshine') return { moonshine: { encoder, mergedDecoder: decoder } };
  // The times need a decoder that gives its attention; with other decoders they are estimated.
  const task = { task: 'transcribe', language, enableTokenTimestamps: 1 };
  return { whisper: { encoder, decoder, ...task } };
}

export class SherpaVoices {
  readonly #extractor: sherpaVoices;

  constructor({ files }: SpeakerModel) {
    const settings = { model: files.model, ...WORK };
    this.#extractor = load(files, () => new sherpa.SpeakerEmbeddingExtractor(settings));
  }

  get dimensions(): number {
    return this.#extractor.dim;
  }

  /** Returns undefined when there is not enough sound. */
  embed(pcm: Int16Array): Float32Array | undefined {
    const stream = this.#extractor.createStream();
    stream.acceptWaveform({ samples: floats(pcm), sampleRate: SAMPLE_RATE });
    stream.inputFinished();
    if (!this.#extractor.isReady(stream)) return undefined;
    // Requests a copy, because Node does not allow memory from outside its heap.
    return this.#extractor.compute(stream, false);
  }
}
type sherpaVoices = InstanceType<typeof sherpa.SpeakerEmbeddingExtractor>;

function wordsOfResult(result: Result, seconds: number): RecognisedWord[] {
  const { text, tokens, timestamps, ys_probs, ys_log_probs } = result;
  if (timestamps.length === 0 || timestamps.length !== tokens.length) {
    return spreadWords(text, 0, seconds);
  }
  return wordsOfTimedTokens({ tokens, times: timestamps, logs: ys_probs ?? ys_log_probs, seconds });
}

function floats(pcm: Int16Array): Float32Array {
  return Float32Array.from(pcm, (sample) => sample / 32_768);
}
