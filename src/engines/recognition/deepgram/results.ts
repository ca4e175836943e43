/** Parses messages of a Deepgram server, and keeps only the fields that we use. */
import { z } from 'zod';
import {
  parseMessage,
  type DialectResult,
  type DialectSaid,
  type SpokenWord,
} from '../live/dialect.ts';
import { spreadWords } from '../spread-words.ts';

const Word = z.object({
  word: z.string(),
  punctuated_word: z.string().nullish(),
  start: z.number(),
  end: z.number(),
  confidence: z.number().nullish(),
  speaker: z.number().int().min(0).nullish(),
});

const Results = z.object({
  type: z.literal('Results'),
  start: z.number().min(0),
  duration: z.number().min(0),
  is_final: z.boolean().nullish(),
  channel: z.object({
    alternatives: z
      .array(z.object({ transcript: z.string().nullish(), words: z.array(Word).nullish() }))
      .min(1),
  }),
});

/** Returns undefined for a message that does not belong to the protocol. */
export function readResults(text: string): DialectSaid | undefined {
  const message = parseMessage(text);
  if (message?.type !== 'Results') return message && {};
  const { data } = Results.safeParse(message);
  return data && { results: [resultOf(data)] };
}

function resultOf({ start, duration, is_final, channel }: z.infer<typeof Results>): DialectResult {
  const { transcript, words } = channel.alternatives[0]!;
  const end = start + duration;
  const spoken = words?.length
    ? words.flatMap((word) => spokenWord(word))
    : spreadWords(transcript ?? '', start, end);
  return { start, end, final: is_final ?? false, words: spoken };
}

function spokenWord(word: z.infer<typeof Word>): SpokenWord[] {
  const text = (word.punctuated_word || word.word).trim();
  if (!text) return [];
  const { start, end, confidence, speaker } = word;
  return [
    {
      text,
      start,
      end,
      // Servers that compute no confidence send 0.
      ...(confidence ? { confidence: Math.min(1, Math.max(0, confidence)) } : {}),
      ...(typeof speaker === 'number' ? { speaker } : {}),
    },
  ];
}
