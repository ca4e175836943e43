import type { Reader } from '../reading/reader.ts';
import type { Answer, Answerer, Evidence, Question } from './answerer.ts';
import { openingOf, type Opening } from './opening/opening.ts';
import { inParts, quoteShown } from './quoting-answerer.ts';

/** Answers with the words of the evidence in which the reader finds an answer, then quotes the rest. */
export function createReadingAnswerer(reader: Reader): Answerer {
  return {
    name: 'reading',
    async *answer(question, evidence, { signal }) {
      const { answer } = await readAnswer(question, evidence, { reader, signal });
      return yield* inParts(answer);
    },
  };
}

interface ReadAnswer {
  answer: Answer;
  opening: Opening | null;
}

/** Quotes the evidence without a first line when the reader fails. */
export async function readAnswer(
  question: Question,
  evidence: Evidence,
  { reader, signal }: { reader: Reader; signal?: AbortSignal | undefined },
): Promise<ReadAnswer> {
  let opening: Opening | null = null;
  const openingFor = async (some: Evidence) => {
    opening = await openingOf(question, some, { reader, signal }).catch(() => null);
    return opening;
  };
  const answer = await quoteShown(question, evidence, openingFor);
  signal?.throwIfAborted();
  return { answer, opening };
}
