/** Finds the most probable text of a sound: a beam search over the tokens of the decoder. */
import {
  ALIGNMENT_HEADS,
  MAX_TOKENS,
  VOCABULARY,
  type EncodedSound,
  type DecoderStep,
  type WhisperNetwork,
} from './network.ts';
import { END_OF_TEXT, START } from './vocabulary.ts';

export interface SearchOptions {
  /** The number of texts that are followed at the same time; 1 takes the best token each time. */
  beams: number;
  maxTokens: number;
}

/** A text with the attention of the token before each of its tokens, and before its end. */
export interface FoundText {
  tokens: number[];
  /** The natural logarithm of the probability of each token. */
  logs: number[];
  endLog: number;
  /** One row for each token and one for the end: heads × positions. */
  attention: Float32Array[];
  /** True when the text ended in a loop, which was cut to its first round. */
  looped: boolean;
}

interface Beam {
  tokens: number[];
  logs: number[];
  sum: number;
  attention: Float32Array[];
}

/** Longer repetitions than this many tokens are not looked for. */
const LONGEST_LOOP = 30;
/**
 * A run of tokens is a loop when it follows itself this often; a run of more than `SHORT_LOOP`
 * tokens already when it is there twice, because nobody repeats a whole sentence word by word.
 */
const LOOP_ROUNDS = 4;
const SHORT_LOOP = 8;

/**
 * Tokens that no speech contains: signs such as brackets and musical notes, which subtitles use for
 * what is not said. The list is the one that the model's authors suppress.
 */
const SUPPRESSED = [
  1, 2, 7, 8, 9, 10, 14, 25, 26, 27, 28, 29, 31, 58, 59, 60, 61, 62, 63, 90, 91, 92, 93, 359, 503,
  522, 542, 873, 893, 902, 918, 922, 931, 1350, 1853, 1982, 2460, 2627, 3246, 3253, 3268, 3536,
  3846, 3961, 4183, 4667, 6585, 6647, 7273, 9061, 9383, 10_428, 10_929, 11_938, 12_033, 12_331,
  12_562, 13_793, 14_157, 14_635, 15_265, 15_618, 16_553, 16_604, 18_362, 18_956, 20_075, 21_675,
  22_520, 26_130, 26_161, 26_435, 28_279, 29_464, 31_650, 32_302, 32_470, 36_865, 42_863, 47_425,
  49_870, 50_254,
];
/** A text begins with neither a lone space nor its end: whether somebody speaks is asked before. */
const SUPPRESSED_FIRST = [220, END_OF_TEXT];

/**
 * Continues the text after `first`, the step that read its beginning. Ended texts are compared by the
 * mean logarithm of their probabilities, because longer texts have smaller sums.
 */
export function searchText(
  network: WhisperNetwork,
  sound: EncodedSound,
  first: DecoderStep,
  { beams: width, maxTokens }: SearchOptions,
): FoundText {
  const ended: FoundText[] = [];
  const limit = Math.min(maxTokens, MAX_TOKENS - first.past.length - 1);
  let beams: Beam[] = [{ tokens: [], logs: [], sum: 0, attention: [] }];
  let step = first;
  for (let count = 0; count <= limit; count++) {
    const only = count === limit ? [END_OF_TEXT] : undefined;
    const next: { beam: Beam; after: number }[] = [];
    for (const choice of choicesAfter(step, beams, { only, count: width + 1 })) {
      if (next.length === width || ended.length >= width) break;
      const attention = attentionOf(step, choice.row, beams.length, sound.positions);
      const beam = extended(beams[choice.row]!, choice, attention);
      if (choice.token === END_OF_TEXT) ended.push(endedText(beam, { looped: false, removed: 1 }));
      else {
        const repeated = repeatedTokens(beam.tokens);
        if (repeated === 0) next.push({ beam, after: choice.row });
        else ended.push(endedText(beam, { looped: true, removed: repeated }));
      }
      if (width === 1) break;
    }
    if (ended.length >= width || next.length === 0) break;
    const read = next.map(({ beam, after }) => ({ after, tokens: [beam.tokens.at(-1)!] }));
    step = network.read(sound, step.past, read);
    beams = next.map(({ beam }) => beam);
  }
  return ended.toSorted((a, b) => meanLog(b) - meanLog(a))[0]!;
}

interface Choice {
  /** The beam that the token continues. */
  row: number;
  token: number;
  log: number;
}

/** Returns the best tokens after each beam, the most probable text first. */
function choicesAfter(
  { logits }: DecoderStep,
  beams: readonly Beam[],
  { only, count }: { only: number[] | undefined; count: number },
): Choice[] {
  const choices = beams.flatMap(({ tokens }, row) => {
    const own = logits.subarray(row * VOCABULARY, (row + 1) * VOCABULARY);
    const logs = logProbabilities(own, tokens.length === 0);
    return (only ?? best(logs, count)).map((token) => ({ row, token, log: logs[token]! }));
  });
  const sum = ({ row, log }: Choice) => beams[row]!.sum + log;
  return choices.toSorted((a, b) => sum(b) - sum(a));
}

function extended(beam: Beam, { token, log }: Choice, attention: Float32Array): Beam {
  return {
    tokens: [...beam.tokens, token],
    logs: [...beam.logs, log],
    sum: beam.sum + log,
    attention: [...beam.attention, attention],
  };
}

/** Removes the last tokens: the end, or the rounds of a loop after its first one. */
function endedText(
  { tokens, logs, attention }: Beam,
  { looped, removed }: { looped: boolean; removed: number },
): FoundText {
  const kept = tokens.length - removed;
  return {
    tokens: tokens.slice(0, kept),
    logs: logs.slice(0, kept),
    endLog: looped ? 0 : logs[kept]!,
    attention: attention.slice(0, kept + 1),
    looped,
  };
}

/** The mean logarithm of the probabilities of the tokens and the end. */
export function meanLog({ logs, endLog }: Pick<FoundText, 'logs' | 'endLog'>): number {
  return logs.reduce((sum, log) => sum + log, endLog) / (logs.length + 1);
}

/** Returns the logarithms of the probabilities of all tokens of texts, and of the end. */
function logProbabilities(logits: Float32Array, isFirst: boolean): Float32Array {
  for (const token of SUPPRESSED) logits[token] = -Infinity;
  if (isFirst) for (const token of SUPPRESSED_FIRST) logits[token] = -Infinity;
  const logs = logits.subarray(0, START);
  const shift = logSum(logs);
  return logs.map((logit) => logit - shift);
}

export function logSum(logits: Float32Array): number {
  let highest = -Infinity;
  for (const logit of logits) if (logit > highest) highest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - highest);
  return highest + Math.log(sum);
}

/** Returns the `count` most probable tokens. */
function best(logs: Float32Array, count: number): number[] {
  const found: number[] = [];
  for (let token = 0; token < logs.length; token++) {
    const log = logs[token]!;
    if (found.length === count && log <= logs[found.at(-1)!]!) continue;
    let at = found.length;
    while (at > 0 && logs[found[at - 1]!]! < log) at -= 1;
    found.splice(at, 0, token);
    if (found.length > count) found.pop();
  }
  return found;
}

/** Returns the attention of the last new token of a row. */
function attentionOf(
  { attention }: DecoderStep,
  row: number,
  rows: number,
  positions: number,
): Float32Array {
  const added = attention.length / (rows * ALIGNMENT_HEADS * positions);
  const copy = new Float32Array(ALIGNMENT_HEADS * positions);
  for (let head = 0; head < ALIGNMENT_HEADS; head++) {
    const from = ((row * ALIGNMENT_HEADS + head) * added + added - 1) * positions;
    copy.set(attention.subarray(from, from + positions), head * positions);
  }
  return copy;
}

/** Returns how many tokens at the end only repeat the run before them; 0 if there is no loop. */
export function repeatedTokens(tokens: readonly number[]): number {
  for (let length = 1; length <= LONGEST_LOOP; length++) {
    const repeated = length * ((length > SHORT_LOOP ? 2 : LOOP_ROUNDS) - 1);
    const from = tokens.length - repeated;
    if (from < length) continue;
    let same = true;
    for (let i = from; same && i < tokens.length; i++) same = tokens[i] === tokens[i - length];
    if (same) return repeated;
  }
  return 0;
}
