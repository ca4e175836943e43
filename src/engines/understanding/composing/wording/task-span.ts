/** The words of a sentence that tell a task, without the time at which it is due, and with its condition. */
import type { Sentence, TalkReading } from '../../../reading/talk.ts';
import { timeTokens, withoutDue } from '../said-times.ts';
import { inClauses, withRest } from '../words.ts';
import { conditionIn, wordedCondition, type Run } from './conditions.ts';
import { withObject } from './denied.ts';
import { withRecurrence } from './recurrence.ts';

/** Words. A sentence without punctuation may be as long as a turn. */
const LONGEST_SPAN = 40;

/** A sentence that holds a task, with the run of words that is to be done. */
export type TaskSentence = Sentence & { toDo: Run | undefined };

interface Of {
  reading: TalkReading;
  sentence: TaskSentence;
  /** True when the whole sentence is the task. */
  isWhole: boolean;
}

/** The longest run of words that belong to the task. */
export function spanOf({ reading, sentence, isWhole }: Of): string {
  const { tokens } = sentence.unit;
  const times = timeTokens(reading, sentence.unit);
  const marked = isWhole ? undefined : sentence.toDo;
  const condition = conditionOf(reading, sentence, marked);
  const whole = besides(condition, { from: 0, to: tokens.length });
  const span = marked
    ? withObject(
        reading,
        sentence,
        besides(condition, inClauses(reading, sentence, besides(condition, marked))),
      )
    : whole;
  const isEnd = (at: number) => times.has(at);
  const full = withRest(reading, sentence, span, { isEnd, isWide: true });
  const { from, to } = withRecurrence(tokens, full);
  const said = withoutDue(reading, sentence, from, Math.min(to, from + LONGEST_SPAN));
  return condition ? said + wordedCondition(reading, sentence, condition) : said;
}

/** The condition of a task; null when the task itself is its words: "It would be great if you could call Ana." */
function conditionOf(
  reading: TalkReading,
  sentence: Sentence,
  marked: Run | undefined,
): Run | null {
  const condition = conditionIn(reading, sentence);
  if (!condition) return null;
  const { from, to } = marked ?? { from: 0, to: sentence.unit.tokens.length };
  const outside = Math.max(0, condition.from - from) + Math.max(0, to - condition.to);
  return Math.min(outside, to - from) >= MIN_BESIDES ? condition : null;
}

/** Words of a task beside its condition. */
const MIN_BESIDES = 2;

/** The part of a run before or behind a condition. */
function besides(condition: Run | null, { from, to }: Run): Run {
  if (!condition || condition.from >= to || condition.to <= from) return { from, to };
  const [before, behind] = [condition.from - from, to - condition.to];
  return before > behind ? { from, to: condition.from } : { from: condition.to, to };
}
