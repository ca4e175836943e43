import type { Reader } from '../reading/reader.ts';
import type { Answer, Answerer, Evidence, Question } from './answerer.ts';
import { openingOf } from './opening/opening.ts';
import { inParts, quoteShown } from './quoting-answerer.ts';

/** Answers with the words of the evidence in which the reader finds an answer, then quotes the rest. */
export function createReadingAnswerer(reader: Reader): Answerer {
  return {
    name: 'reading',
    async *answer(question, evidence, { signal }) {
      return yield* inParts(await readAnswer(question, evidence, { reader, signal }));
    },
  };
}

/** Quotes the evidence without a first line when the reader fails. */
export async function readAnswer(
  question: Question,
  evidence: Evidence,
  { reader, signal }: { reader: Reader; signal?: AbortSignal | undefined },
): Promise<Answer> {
  const openingFor = (some: Evidence) =>
    openingOf(question, some, { reader, signal }).catch(() => null);
  const answer = await quoteShown(question, evidence, openingFor);
  signal?.throwIfAborted();
  return answer;
}
