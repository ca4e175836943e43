/** Finds the words of the notes that support a model's answer, at each place that cites a note. */
import { tellingTerms } from '../words/terms.ts';
import { shortened } from '../understanding/short-text.ts';
import type { Citation, Evidence, Question } from './answerer.ts';
import { turnsAbout } from './turns-about.ts';

/** A place of an answer with the numbers of notes that the model wrote there, counted from 1. */
export interface Mark {
  /** The number of characters before the place. */
  end: number;
  numbers: readonly number[];
}

/** Some models repeat themselves without an end. */
const MAX_MARKS = 100;

export function citationsAt(
  marks: readonly Mark[],
  { text, question, evidence }: { text: string; question: Question; evidence: Evidence },
): Citation[] {
  const { conversations, memories, tasks } = evidence;
  const notes = [
    ...conversations.map((talk) => ({
      kind: 'conversation' as const,
      id: talk.id,
      quote: supportIn(talk, question.text),
    })),
    ...memories.map(({ id, content }) => ({ kind: 'memory' as const, id, quote: () => content })),
    ...tasks.map((task) => ({
      kind: 'task' as const,
      id: task.id,
      quote: () => task.description,
    })),
  ];
  return marks.slice(0, MAX_MARKS).flatMap(({ end, numbers }) => {
    const claim = text.slice(0, end).trimEnd().split(BETWEEN_SENTENCES).at(-1)!;
    const cited = [...new Set(numbers)].flatMap((number) => notes[number - 1] ?? []);
    return cited.map(({ kind, id, quote }) => ({ end, kind, id, quote: quote(claim) }));
  });
}

const LONGEST_QUOTE = 300;
/** A shorter sentence is quoted with the rest of its turn, because its words may occur elsewhere. */
const FEWEST_TERMS = 3;
/** A question supports a claim less than its answer does. */
const OF_A_QUESTION = 0.5;
const BETWEEN_SENTENCES = /(?<=[.!?…][”"»)*_]*)\s+|\n+/;

/**
 * Returns a function that finds the sentence of a talk that supports a claim: the sentence that
 * shares its rarest words, else the turn that the search found, or the one after it if it asks.
 */
function supportIn(
  { quotes, spoken = [] }: Evidence['conversations'][number],
  question: string,
): (claim: string) => string | null {
  const turns = spoken.length > 0 ? spoken : quotes;
  let read: ReturnType<typeof sentencesOf> | undefined;
  return (claim) => {
    const sentences = (read ??= sentencesOf(turns));
    const weights = Array.from(new Set(tellingTerms(claim)), (term) => ({
      term,
      weight: 1 / (1 + sentences.filter(({ terms }) => terms.has(term)).length),
    }));
    let most = 0;
    let found: string | undefined;
    for (const { sentence, turn, terms } of sentences) {
      const shared = weights.filter(({ term }) => terms.has(term));
      const sum = shared.reduce((all, { weight }) => all + weight, 0);
      const score = sentence.endsWith('?') ? OF_A_QUESTION * sum : sum;
      if (score <= most) continue;
      most = score;
      found = terms.size < FEWEST_TERMS ? turn : sentence;
    }
    found ??= answering(quotes[0] ?? turnsAbout(turns, question)[0], turns);
    return found === undefined ? null : shortened(found, LONGEST_QUOTE);
  };
}

/** A question is answered by the turn after it. */
function answering<Turn extends { text: string }>(
  found: Turn | undefined,
  turns: readonly Turn[],
): string | undefined {
  const place = turns.findIndex(({ text }) => text === found?.text);
  const next = found?.text.endsWith('?') ? turns[place + 1] : undefined;
  return (next ?? found)?.text;
}

function sentencesOf(turns: readonly { text: string }[]) {
  return turns.flatMap(({ text }) =>
    text
      .split(BETWEEN_SENTENCES)
      .map((sentence) => ({ sentence, turn: text, terms: new Set(tellingTerms(sentence)) })),
  );
}
