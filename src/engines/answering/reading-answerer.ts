import type { Reader } from '../reading/reader.ts';
import type { Answer, Answerer, Evidence, Question } from './answerer.ts';
import { openingOf } from './opening/opening.ts';
import { inParts, quote } from './quoting-answerer.ts';

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
  by: { reader: Reader; signal?: AbortSignal | undefined },
): Promise<Answer> {
  const opening = await openingOf(question, evidence, by).catch(() => null);
  by.signal?.throwIfAborted();
  const from = new Set(opening?.parts.flatMap((part) => part.from));
  const isShown = ({ id, isGuess }: { id: string; isGuess?: boolean }) => !isGuess || from.has(id);
  const conversations = evidence.conversations.filter(isShown);
  const shown = { ...evidence, conversations, memories: evidence.memories.filter(isShown) };
  const answer = quote(question, shown, await openingFor(shown));
  return {
    ...answer,
    used: answer.used.map((place) => evidence.conversations.indexOf(conversations[place]!)),
  };

  /** What the search did not find is shown only if the answer is in it. */
  async function openingFor({ memories, events, tasks, files = [] }: Evidence) {
    const isEmpty = [conversations, memories, events, tasks, files].every(
      ({ length }) => length === 0,
    );
    if (isEmpty) return null;
    // The marks count the conversations that are shown.
    const isCounted =
      conversations.length === evidence.conversations.length || conversations.length === 0;
    return isCounted ? opening : openingOf(question, shown, by).catch(() => null);
  }
}
