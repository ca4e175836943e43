/**
 * Parses the answer of a transcription endpoint: detailed JSON, JSON with only text, or plain text.
 */
import { z } from 'zod';
import type { RecognisedWord } from '../recogniser.ts';
import { spreadWords } from '../spread-words.ts';
import type { Transcription } from '../utterances/utterance-engine.ts';

const Timed = z.object({ start: z.number(), end: z.number() });
const Segment = Timed.extend({
  text: z.string(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
});
const Word = Timed.extend({ word: z.string() });

const Answer = z.object({
  text: z.string(),
  words: z.array(Word).nullish().catch(null),
  segments: z.array(Segment).nullish().catch(null),
});

export type Answer = z.infer<typeof Answer>;

/** Returns undefined when the body is not a transcription. */
export function readAnswer(body: string, contentType: string | null): Answer | undefined {
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

export function transcriptionOf(answer: Answer, speech: Stretch): Transcription {
  const stretches = stretchesOf(answer, speech).filter(({ text }) => text !== '');
  const words = stretches.flatMap((stretch) => wordsOf(stretch, answer.words ?? []));
  return { text: stretches.map(({ text }) => text).join(' '), words: inOrder(words, speech) };
}

interface SpokenStretch extends Stretch {
  text: string;
}

function stretchesOf({ text, words, segments }: Answer, speech: Stretch): SpokenStretch[] {
  if (segments?.length) {
    return segments
      .filter((segment) => !isImagined(segment))
      .map(({ text, start, end }) => ({ text: text.trim(), start, end }));
  }
  const start = words?.[0]?.start ?? speech.start;
  return [{ text: text.trim(), start, end: words?.at(-1)?.end ?? speech.end }];
}

/**
 * Whisper writes "Thank you." where nobody speaks. Whisper's own decoder uses the same limits to
 * detect that.
 */
function isImagined({ no_speech_prob, avg_logprob }: z.infer<typeof Segment>): boolean {
  return (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1;
}

/**
 * The timed words lack punctuation, and the text lacks times. Where the words of both match, the
 * result takes the punctuation from the text and the times from the words.
 */
function wordsOf(
  { text, start, end }: SpokenStretch,
  measured: readonly z.infer<typeof Word>[],
): RecognisedWord[] {
  const spread = spreadWords(text, start, end);
  const own = measured.filter((word) => {
    const middle = (word.start + word.end) / 2;
    return start <= middle && middle <= end;
  });
  if (own.length !== spread.length) return spread;
  return spread.map((word, i) => ({ ...word, start: own[i]!.start, end: own[i]!.end }));
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
