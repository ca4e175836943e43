/**
 * Calls Debian's pocketsphinx directly. Pocketsphinx runs only in a child process, because it
 * blocks its thread while it decodes, and a fault in it ends the process.
 *
 * Pocketsphinx decodes whole utterances, because it then computes the cepstral mean from the
 * utterance itself. This reduced the word error rate from 33 to 21 % on the same recordings.
 */
import koffi, { type LibraryHandle } from 'koffi';
import type { RecognisedWord } from '../recogniser.ts';

type Pointer = bigint;
type Native<Result = Pointer | null> = (...values: unknown[]) => Result;

export const LIBRARY = 'libpocketsphinx.so.3';
const BASE_LIBRARY = 'libsphinxbase.so.3';
export const MODEL_FOLDER = '/usr/share/pocketsphinx/model/en-us';

const FLAGS: Readonly<Record<string, string>> = {
  '-hmm': `${MODEL_FOLDER}/en-us`,
  '-lm': `${MODEL_FOLDER}/en-us.lm.bin`,
  '-dict': `${MODEL_FOLDER}/cmudict-en-us.dict`,
  '-logfn': '/dev/null',
  // A second pass costs a third more time and makes more errors.
  '-fwdflat': 'no',
  // Uses more densities per state, and no silence detection by the engine, because the sound is
  // already cut. With these values, the result depends less on the position of the frames. When the
  // same speech was shifted by some milliseconds, 27 to 36 % of the words were wrong with the
  // defaults (4, yes), and 25 to 28 % with these values.
  '-topn': '12',
  '-remove_silence': 'no',
  // Breath and noise between words are more frequent than the defaults assume, and short words are
  // rarer.
  '-fillprob': '1e-5',
  '-wip': '0.4',
};

const FRAME_SECONDS = 0.01;

export class Pocketsphinx implements Disposable {
  /** Keeps the handles, because koffi unmaps a library when its handle is garbage-collected. */
  readonly #libraries: readonly LibraryHandle[];
  readonly #api: Api;
  readonly #decoder: Pointer;
  readonly #logMath: Pointer;

  constructor(flags: Readonly<Record<string, string>> = {}) {
    const sphinx = koffi.load(LIBRARY);
    const base = koffi.load(BASE_LIBRARY);
    this.#libraries = [sphinx, base];
    this.#api = loadApi(sphinx, base);
    const argv = Object.entries({ ...FLAGS, ...flags }).flat();
    const config = this.#api.parseFlags(null, this.#api.knownFlags(), argv.length, argv, 1);
    const decoder = config && this.#api.init(config);
    if (!decoder) throw new Error('pocketsphinx does not start with its model');
    this.#decoder = decoder;
    this.#logMath = this.#api.logMath(decoder)!;
  }

  /** Returns the words of one utterance; times are seconds from its first sample. */
  decode(pcm: Int16Array): RecognisedWord[] {
    const api = this.#api;
    // Resets the noise estimate, so that the same sound always gives the same words.
    api.startStream(this.#decoder);
    api.startUtterance(this.#decoder);
    api.process(this.#decoder, pcm, pcm.length, 0, 1);
    api.endUtterance(this.#decoder);
    const words: RecognisedWord[] = [];
    for (let at = api.firstWord(this.#decoder); at; at = api.nextWord(at)) {
      const text = cleanWord(api.wordText(at));
      if (text) words.push({ text, ...this.#timesOf(at), confidence: this.#confidenceOf(at) });
    }
    return words;
  }

  [Symbol.dispose](): void {
    this.#api.free(this.#decoder);
    for (const library of this.#libraries) library.unload();
  }

  #timesOf(word: Pointer): { start: number; end: number } {
    const first = new Int32Array(1);
    const last = new Int32Array(1);
    this.#api.wordFrames(word, first, last);
    const seconds = (frame: number) => Math.round(frame * FRAME_SECONDS * 100) / 100;
    return { start: seconds(first[0]!), end: seconds(last[0]! + 1) };
  }

  /** The word's posterior probability in the lattice of alternatives. */
  #confidenceOf(word: Pointer): number {
    const posterior = this.#api.wordPosterior(word, null, null, null);
    return Math.min(1, this.#api.fromLog(this.#logMath, posterior));
  }
}

/**
 * Converts a word of pocketsphinx to normal spelling: `read(2)`, the second pronunciation, becomes
 * `read`. Returns undefined for entries that are not words: sentence marks (`<s>`), silence and
 * noises (`<sil>`, `[NOISE]`, `++UM++`).
 */
export function cleanWord(word: string): string | undefined {
  if (/^[<[+]/.test(word)) return undefined;
  return word.replace(/\(\d+\)$/, '') || undefined;
}

interface Api {
  knownFlags: Native;
  parseFlags: Native;
  init: Native;
  logMath: Native;
  free: Native<number>;
  startStream: Native<number>;
  startUtterance: Native<number>;
  process: Native<number>;
  endUtterance: Native<number>;
  firstWord: Native;
  nextWord: Native;
  wordText: Native<string>;
  wordFrames: Native<void>;
  wordPosterior: Native<number>;
  fromLog: Native<number>;
}

/** Throws when a function is missing, as in version 5 of the library, whose API differs. */
function loadApi(sphinx: LibraryHandle, base: LibraryHandle): Api {
  const pointer = 'void *';
  return {
    knownFlags: sphinx.func('ps_args', pointer, []),
    parseFlags: base.func('cmd_ln_parse_r', pointer, [pointer, pointer, 'int', 'str *', 'int']),
    init: sphinx.func('ps_init', pointer, [pointer]),
    logMath: sphinx.func('ps_get_logmath', pointer, [pointer]),
    free: sphinx.func('ps_free', 'int', [pointer]),
    startStream: sphinx.func('ps_start_stream', 'int', [pointer]),
    startUtterance: sphinx.func('ps_start_utt', 'int', [pointer]),
    process: sphinx.func('ps_process_raw', 'int', [pointer, pointer, 'size_t', 'int', 'int']),
    endUtterance: sphinx.func('ps_end_utt', 'int', [pointer]),
    firstWord: sphinx.func('ps_seg_iter', pointer, [pointer]),
    nextWord: sphinx.func('ps_seg_next', pointer, [pointer]),
    wordText: sphinx.func('ps_seg_word', 'str', [pointer]),
    wordFrames: sphinx.func('ps_seg_frames', 'void', [pointer, pointer, pointer]),
    wordPosterior: sphinx.func('ps_seg_prob', 'int32', [pointer, pointer, pointer, pointer]),
    fromLog: base.func('logmath_exp', 'double', [pointer, 'int']),
  };
}
