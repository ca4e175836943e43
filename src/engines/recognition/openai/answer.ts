/**
 * Parses the answer of a transcription endpoint: detailed JSON, JSON with only text, or plain text.
 */
import { z } from 'zod';
import type { RecognisedWord } from '../recogniser.ts';
import { spreadWords } from '../spread-words.ts';
import type { Transcription } from '../utterances/utterance-engine.ts';

/** OpenAI's words have times; those of others also have a probability, or no times. */
const Word = z.object({
  word: z.string(),
  start: z.number().nullish(),
  end: z.number().nullish(),
  probability: z.number().min(0).max(1).nullish().catch(null),
});
const Words = z.array(Word).nullish().catch(null);
const Segment = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
  words: Words,
});
type Word = z.infer<typeof Word>;
type Segment = z.infer<typeof Segment>;

const Answer = z.object({
  text: z.string(),
  words: Words,
  segments: z.array(Segment).nullish().catch(null),
});

export type TranscriptionAnswer = z.infer<typeof Answer>;

/** Returns undefined when the body is not a transcription. */
export function readTranscription(
  body: string,
  contentType: string | null,
): TranscriptionAnswer | undefined {
  if (contentType?.startsWith('text/plain')) return { text: body };
  try {
    return Answer.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** The part of the sound with speech; missing word times are estimated from it. */
export interface Stretch {
  start: number;
  end: number;
}

export function transcriptionOf(answer: TranscriptionAnswer, speech: Stretch): Transcription {
  const stretches = stretchesOf(answer, speech).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const words = stretches.flatMap((stretch) => wordsOf(stretch));
  return { text: stretches.map(({ text }) => text).join(' '), words: inOrder(words, speech) };
}

interface SpokenStretch extends Stretch {
  text: string;
  measured: readonly Word[];
  /** The confidence of words without their own. */
  confidence: number | undefined;
}

function stretchesOf(
  { text, words, segments }: TranscriptionAnswer,
  speech: Stretch,
): SpokenStretch[] {
  const measured = words ?? [];
  if (segments?.length) {
    return segments
      .filter((segment) => !isImagined(segment))
      .map((segment) => ({
        text: segment.text.trim(),
        start: segment.start,
        end: segment.end,
        measured: segment.words ?? measured.filter((word) => isWithin(word, segment)),
        confidence: confidenceOf(segment),
      }));
  }
  const start = measured[0]?.start ?? speech.start;
  const end = measured.at(-1)?.end ?? speech.end;
  return [{ text: text.trim(), start, end, measured, confidence: undefined }];
}

function isWithin({ start: from, end: to }: Word, { start, end }: Stretch): boolean {
  const middle = ((from ?? Number.NaN) + (to ?? Number.NaN)) / 2;
  return start <= middle && middle <= end;
}

/** The mean logarithm of a segment gives the geometric mean of the probabilities of its tokens. */
function confidenceOf({ avg_logprob }: Segment): number | undefined {
  return avg_logprob === null || avg_logprob === undefined
    ? undefined
    : Math.min(1, Math.exp(avg_logprob));
}

/**
 * Whisper writes "You" or "Thank you." where nobody speaks. With Whisper base, 18 clips of speech had
 * a `no_speech_prob` of at most 0.23 and an `avg_logprob` of at least -0.82, even with as much noise
 * as speech. Silence and noise had 0.54 to 0.93, with -0.63 to -1.2. The limits of Whisper's own
 * decoder, 0.6 and -1, let most of that pass.
 */
function isImagined({ no_speech_prob, avg_logprob }: Segment): boolean {
  const silent = no_speech_prob ?? 0;
  const likely = avg_logprob ?? 0;
  return (silent > 0.6 && likely < -0.5) || (silent > 0.4 && likely < -1);
}

/**
 * The timed words lack punctuation, and the text lacks times. Where the words of both match, the
 * result takes the punctuation from the text and the times and probabilities from the words.
 */
function wordsOf({ text, start, end, measured, confidence }: SpokenStretch): RecognisedWord[] {
  const spread = spreadWords(text, start, end);
  const groups = wholeWords(measured);
  const isSame = groups.length === spread.length;
  return spread.map((word, i) => {
    const group = isSame ? groups[i]! : [];
    const [from, to] = [group[0]?.start, group.at(-1)?.end];
    const times = typeof from === 'number' && typeof to === 'number' && { start: from, end: to };
    const sureness = sureOf(group) ?? confidence;
    return { ...word, ...times, ...(sureness !== undefined && { confidence: sureness }) };
  });
}

/**
 * Some servers list the parts of words, as whisper.cpp does. Then only the first part of a word
 * begins with a space.
 */
function wholeWords(parts: readonly Word[]): Word[][] {
  const isSpaced = parts.some(({ word }) => word.startsWith(' '));
  const words: Word[][] = [];
  for (const part of parts) {
    if (part.word.trim() === '') continue;
    if (isSpaced && !part.word.startsWith(' ') && words.length > 0) words.at(-1)!.push(part);
    else words.push([part]);
  }
  return words;
}

/** The geometric mean of the probabilities of the parts; signs do not count. */
function sureOf(parts: readonly Word[]): number | undefined {
  const known = parts.flatMap(({ word, probability }) =>
    typeof probability === 'number' && /[\p{L}\p{N}]/u.test(word) ? [probability] : [],
  );
  if (known.length === 0) return undefined;
  return known.reduce((product, each) => product * each, 1) ** (1 / known.length);
}

/** Cuts words to the length of the sound and removes overlaps between them. */
function inOrder(words: readonly RecognisedWord[], { end: last }: Stretch): RecognisedWord[] {
  let clock = 0;
  return words.map((word) => {
    const start = Math.max(clock, Math.min(word.start, last));
    const end = Math.max(start, Math.min(word.end, last));
    clock = end;
    return { ...word, start, end };
  });
}
