/**
 * Converts between text and the tokens of Whisper. A token is a run of bytes (byte pair encoding,
 * Sennrich et al. 2016); the order of the vocabulary is the order of the merges.
 */
import { readFileSync } from 'node:fs';

/** Ends the text. */
export const END_OF_TEXT = 50_257;
/** Precedes the language. */
export const START = 50_258;
const FIRST_LANGUAGE = 50_259;
export const TRANSCRIBE = 50_359;
/** Precedes text from before the sound. */
export const PREVIOUS = 50_361;
/** The score of this token after `START` is the probability that nobody speaks. */
export const NO_SPEECH = 50_362;
export const NO_TIMES = 50_363;

/** ISO 639-1 codes (two of them ISO 639-3) in the order of their tokens. */
export const LANGUAGES: readonly string[] = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur ' +
  'hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si ' +
  'km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ' +
  'ba jv su'
).split(' ');

/**
 * The languages with more than 1,000 hours in the training of the network (Radford et al. 2022,
 * appendix E). Their authors find that the error rate halves when the hours are 16 times as many, so
 * all other languages are heard badly.
 */
const WELL_TRAINED: readonly string[] = 'en zh de es ru fr pt ko ja tr pl it sv nl ca fi id'.split(
  ' ',
);

/** Other codes for languages that the network knows: written Norwegian, and Filipino. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl' };

export const KNOWN_LANGUAGES: readonly string[] = [...LANGUAGES, ...Object.keys(SAME_LANGUAGE)];
export const POOR_LANGUAGES = KNOWN_LANGUAGES.filter(
  (language) => !WELL_TRAINED.includes(language),
);

export function languageToken(language: string): number {
  const at = LANGUAGES.indexOf(SAME_LANGUAGE[language] ?? language);
  if (at < 0) throw new Error(`Whisper does not know the language ${language}.`);
  return FIRST_LANGUAGE + at;
}

/** Languages that do not separate words by spaces. */
export const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'bo', 'km']);

export class TokenVocabulary {
  /** The bytes of each token as a string of characters below 256. */
  readonly #bytes: readonly string[];
  readonly #ranks: ReadonlyMap<string, number>;

  constructor(file: URL) {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, END_OF_TEXT);
    const byteOf = byteCharacters();
    this.#bytes = lines.map((line) =>
      Array.from(line, (each) => byteOf.get(each) ?? each).join(''),
    );
    this.#ranks = new Map(this.#bytes.map((bytes, token) => [bytes, token]));
  }

  /** Tokens may end in the middle of a character, which then becomes U+FFFD. */
  textOf(tokens: readonly number[]): string {
    const bytes = tokens.map((token) => this.#bytes[token] ?? '').join('');
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }

  tokensOf(text: string): number[] {
    const parts =
      text.match(/'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+/gu) ?? [];
    return parts.flatMap((part) => this.#merge(Buffer.from(part, 'utf8').toString('latin1')));
  }

  /** Joins the neighbours that were merged first in the training, until none can be joined. */
  #merge(bytes: string): number[] {
    const parts = [...bytes];
    for (;;) {
      let best = Infinity;
      let at = -1;
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = this.#ranks.get(parts[i]! + parts[i + 1]!) ?? Infinity;
        if (rank < best) [best, at] = [rank, i];
      }
      if (at < 0) return parts.map((part) => this.#ranks.get(part)!);
      parts.splice(at, 2, parts[at]! + parts[at + 1]!);
    }
  }
}

/**
 * The vocabulary writes each byte as a printable character: those that are printable stand for
 * themselves, and the others are numbered from U+0100.
 */
function byteCharacters(): Map<string, string> {
  const characters = new Map<string, string>();
  let others = 0;
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    const shown = isPrintable ? byte : 256 + others++;
    characters.set(String.fromCharCode(shown), String.fromCharCode(byte));
  }
  return characters;
}
