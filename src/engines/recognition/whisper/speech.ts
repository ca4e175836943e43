/** Turns a stretch of sound into words with times and probabilities. */
import { SAMPLE_RATE, type RecognisedWord } from '../recogniser.ts';
import { MAX_POSITIONS, NO_PAST, POSITION_SAMPLES, type WhisperNetwork } from './network.ts';
import { logSum, meanLog, searchText } from './search.ts';
import {
  LANGUAGES,
  languageToken,
  NO_SPEECH,
  NO_TIMES,
  PREVIOUS,
  START,
  TRANSCRIBE,
  type TokenVocabulary,
} from './vocabulary.ts';
import { withoutPauses } from './pauses.ts';
import { tokenTimes } from './word-times.ts';
import { wordsOfTokens } from './token-words.ts';

export interface SpeechRequest {
  pcm: Int16Array;
  /** ISO 639-1; null to find it. */
  language: string | null;
  /** Names and terms that the speaker is likely to say, the most important first. */
  names: readonly string[];
  /** True to hear the sound once and quickly. */
  isDraft: boolean;
}

export interface HeardSpeech {
  /** ISO 639-1. */
  language: string;
  /** Empty when nobody speaks. */
  text: string;
  words: RecognisedWord[];
  /** True when somebody spoke, but the words would only be guesses. */
  isUnclear: boolean;
}

interface Hearing extends Omit<HeardSpeech, 'isUnclear'> {
  /** The mean natural logarithm of the probabilities of the tokens. */
  meanLog: number;
  /** The probability that nobody speaks. */
  noSpeech: number;
  looped: boolean;
}

/**
 * The network was trained on 30 s and hears short sound badly, so silence is added. With these
 * lengths it hears as well as with 30 s, in a third of the time.
 */
const MIN_SECONDS = 12;
const TAIL_SECONDS = 3;
const LONGEST_SECONDS = (MAX_POSITIONS * POSITION_SAMPLES) / SAMPLE_RATE;
/** Less probable words are heard again with as much silence as `RETRY_SECONDS` need. */
const SUSPICIOUS_LOG = -0.5;
/** So is sound whose last word begins this many seconds before its end. */
const SUSPICIOUS_REST = 2.5;
const RETRY_SECONDS = 24;
/** The limits of the network's authors. */
const MIN_MEAN_LOG = -1;
const MAX_NO_SPEECH = 0.6;
const DRAFT_BEAMS = 1;
const BEAMS = 3;
/** People say at most this many tokens in a second. */
const MAX_TOKENS_PER_SECOND = 14;
const SPARE_TOKENS = 8;
/** Half of the tokens that the network accepts before a text. */
const MAX_NAME_TOKENS = 110;

/** Hears sound of at most 30 s; the rest of longer sound is ignored. */
export function hearSpeech(
  network: WhisperNetwork,
  vocabulary: TokenVocabulary,
  request: SpeechRequest,
): HeardSpeech {
  const quick = hearOnce(network, vocabulary, request, MIN_SECONDS);
  if (request.isDraft || !isSuspicious(quick, request)) return spokenOnly(quick);
  const again = hearOnce(network, vocabulary, { ...request, names: [] }, RETRY_SECONDS);
  const isBetter = quick.looped === again.looped ? again.meanLog > quick.meanLog : quick.looped;
  return spokenOnly(isBetter ? again : quick);
}

function isSuspicious({ looped, meanLog: mean, words }: Hearing, { pcm }: SpeechRequest): boolean {
  const rest = pcm.length / SAMPLE_RATE - (words.at(-1)?.start ?? 0);
  return looped || mean < SUSPICIOUS_LOG || rest > SUSPICIOUS_REST;
}

/** Removes the words that the network makes of noise, and those that it only guesses. */
function spokenOnly({ language, text, words, meanLog: mean, noSpeech }: Hearing): HeardSpeech {
  const isNoise = noSpeech > MAX_NO_SPEECH && mean < SUSPICIOUS_LOG;
  const isUnclear = !isNoise && mean < MIN_MEAN_LOG;
  if (isNoise || isUnclear) return { language, text: '', words: [], isUnclear };
  return { language, text, words, isUnclear };
}

function hearOnce(
  network: WhisperNetwork,
  vocabulary: TokenVocabulary,
  { pcm, names, isDraft, language: asked }: SpeechRequest,
  minSeconds: number,
): Hearing {
  const seconds = Math.min(LONGEST_SECONDS, pcm.length / SAMPLE_RATE);
  const sound = network.encode(padded(pcm, minSeconds));
  const started = network.read(sound, NO_PAST, [{ after: 0, tokens: [START] }]);
  const noSpeech = Math.exp(started.logits[NO_SPEECH]! - logSum(started.logits));
  const language = asked ?? likeliestLanguage(started.logits);
  const task = [languageToken(language), TRANSCRIBE, NO_TIMES];
  const hints = nameTokens(vocabulary, names);
  const first =
    hints.length > 0
      ? network.read(sound, NO_PAST, [{ after: 0, tokens: [PREVIOUS, ...hints, START, ...task] }])
      : network.read(sound, started.past, [{ after: 0, tokens: task }]);
  const found = searchText(network, sound, first, {
    beams: isDraft ? DRAFT_BEAMS : BEAMS,
    maxTokens: Math.ceil(SPARE_TOKENS + seconds * MAX_TOKENS_PER_SECOND),
  });
  const times = tokenTimes(found.attention, sound.positions, seconds);
  const words = withoutPauses(wordsOfTokens(vocabulary, found, { times, language }), pcm);
  const text = vocabulary.textOf(found.tokens).trim();
  return { language, text, words, meanLog: meanLog(found), noSpeech, looped: found.looped };
}

function padded(pcm: Int16Array, minSeconds: number): Float32Array {
  const needed = Math.max(minSeconds, pcm.length / SAMPLE_RATE + TAIL_SECONDS);
  const seconds = Math.min(LONGEST_SECONDS, needed);
  const positions = Math.ceil((seconds * SAMPLE_RATE) / POSITION_SAMPLES);
  const samples = new Float32Array(positions * POSITION_SAMPLES);
  const length = Math.min(pcm.length, samples.length);
  for (let i = 0; i < length; i++) samples[i] = pcm[i]! / 32_768;
  return samples;
}

function likeliestLanguage(logits: Float32Array): string {
  const scores = LANGUAGES.map((language) => logits[languageToken(language)]!);
  return LANGUAGES[scores.indexOf(Math.max(...scores))]!;
}

/** Names as a text that came before, because then the network expects them. */
function nameTokens(vocabulary: TokenVocabulary, names: readonly string[]): number[] {
  const tokens: number[] = [];
  for (const name of names) {
    const next = vocabulary.tokensOf(`${tokens.length > 0 ? ',' : ''} ${name}`);
    if (tokens.length + next.length > MAX_NAME_TOKENS) break;
    tokens.push(...next);
  }
  return tokens.length > 0 ? [...tokens, ...vocabulary.tokensOf('.')] : [];
}
