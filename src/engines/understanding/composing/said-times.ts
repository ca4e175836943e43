/** Which words of a sentence say when. */
import type { Unit } from '../../words/units.ts';
import { wordList } from '../../../core/text.ts';
import type { Due, Sentence, TalkReading } from '../../reading/talk.ts';
import { mentionsIn } from '../../calendar/mentions.ts';
import { contradictsItself, type Mention } from '../../calendar/mention.ts';
import { wallClockOf } from '../../calendar/wall-clock.ts';

import { recurrencesIn } from './wording/recurrence.ts';
import { longestIn, sentenceWords } from './words.ts';

const SOME_DAY = '2026-01-01';
const known = new WeakMap<Unit, ReadonlySet<number>>();

/** The tokens of a sentence that name a day or an hour, whichever it is. */
export function timeTokens({ talk }: TalkReading, unit: Unit): ReadonlySet<number> {
  const before = known.get(unit);
  if (before) return before;
  const tokens = new Set<number>();
  const day = { ...wallClockOf(SOME_DAY), timezone: talk.began?.timezone };
  for (const { from, to } of mentionsIn(unit.tokens, day, talk.language)) {
    for (let at = from; at < to; at += 1) tokens.add(at);
  }
  known.set(unit, tokens);
  return tokens;
}

/** Words before a time that go with it. */
const BEFORE_TIME = new Set(
  wordList(`
  by before on at until till this next in from around about latest the and bis am um vor ab gegen
  spätestens noch im zum zur der dem den ans el la los para antes de del a al hasta desde sobre
  por en lo más tardar este esta día`),
);
/** Words behind a time that go with it. */
const AFTER_TIME = new Set(
  wordList(`
  morning afternoon evening night lunchtime früh vormittag mittag nachmittag abend temprano
  próximo próxima`),
);

/** "I'll do it tomorrow, I can't tonight" is due tomorrow: the day in the words of the task counts before those beside them. */
export function dueIn(reading: TalkReading, sentence: Sentence): Due | undefined {
  const due = reading.dues.get(sentence.unit);
  const span = longestIn(reading, sentence, 'task');
  if (!due?.time || !span) return due;
  const { date } = due.time;
  const own = reading.times.filter(({ day }) => day?.unit.index === sentence.unit.index);
  const inside = own.filter(
    ({ day }) => day!.mention.from >= span.from && day!.mention.to <= span.to,
  );
  const [day] = new Set(inside.map((one) => one.date));
  const isBeside = own.some((one) => one.date === date) && !inside.some((one) => one.date === date);
  if (!isBeside || day === undefined || inside.some((one) => one.date !== day)) return due;
  const said = inside.find(({ hour }) => hour === null) ?? inside[0]!;
  return { ...due, time: { date: day, time: said.time } };
}

/**
 * The words from a token up to another, without the day and the hour at which a task is due. Of what
 * is due again and again, the words alone say how often, so all of them stay.
 */
export function withoutDue(
  reading: TalkReading,
  sentence: Sentence,
  from: number,
  to: number,
): string {
  const { unit } = sentence;
  const whole = sentenceWords(reading, sentence, from, to);
  const due = dueIn(reading, sentence)?.time;
  const isRepeated = recurrencesIn(unit.tokens).some((run) => run.from < to && run.to > from);
  if (!due || isRepeated) return whole;
  const times = dueTokens(reading, unit, due);
  for (const at of [...times].toSorted((one, other) => other - one)) {
    const isOf = (words: ReadonlySet<string>, near: number) => words.has(unit.tokens[near]!.word);
    // "Put it in on Thursday" keeps its "in".
    const isParticle = (near: number) =>
      unit.tokens[near]!.word === 'in' && BEFORE_TIME.has(unit.tokens[near + 1]!.word);
    for (let near = at - 1; near >= from && isOf(BEFORE_TIME, near) && !isParticle(near); near -= 1)
      times.add(near);
    for (let near = at + 1; near < to && isOf(AFTER_TIME, near); near += 1) times.add(near);
  }
  let [left, last] = ['', from];
  for (let at = from; at < to; at += 1) {
    if (times.has(at)) continue;
    let end = at + 1;
    while (end < to && !times.has(end)) end += 1;
    if (left !== '') left += isParted(reading, unit, last, at) ? ', ' : ' ';
    left += sentenceWords(reading, sentence, at, end);
    last = end - 1;
    at = end;
  }
  return left || whole;
}

/** Whether a comma stands between two tokens: "to the shop today, the brake squeaks". */
const isParted = ({ talk }: TalkReading, { turn, tokens }: Unit, one: number, next: number) =>
  /[,;]/.test(talk.turns[turn]!.text.slice(tokens[one]!.end, tokens[next]!.start));

function dueTokens({ talk, times }: TalkReading, unit: Unit, due: NonNullable<Due['time']>) {
  const tokens = new Set<number>();
  const add = ({ from, to }: Pick<Mention, 'from' | 'to'>) => {
    for (let at = from; at < to; at += 1) tokens.add(at);
  };
  for (const { day, hour, date, time } of times) {
    if (date !== due.date) continue;
    if (day?.unit.index === unit.index) add(day.mention);
    if (hour?.unit.index === unit.index && time === due.time) add(hour.mention);
  }
  // "Today" is no time of an appointment.
  for (const mention of mentionsIn(unit.tokens, wallClockOf(due.date), talk.language)) {
    const isToday = mention.kind === 'day' && mention.form === 'relative' && !mention.isPast;
    if (isToday && mention.date === due.date) add(mention);
  }
  return tokens;
}

/** The words of a day whose date and day of the week contradict each other; null for any other day. */
export function doubtedDay(
  reading: TalkReading,
  { date }: Pick<NonNullable<Due['time']>, 'date'>,
): string | null {
  const days = reading.times.flatMap(({ day }) => (day?.mention.date === date ? [day] : []));
  const [day] = days;
  if (!day || !days.every(({ mention }) => contradictsItself(mention))) return null;
  return sentenceWords(reading, day, day.mention.from, day.mention.to);
}
