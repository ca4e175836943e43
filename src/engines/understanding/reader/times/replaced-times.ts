/** Finds days and hours that a reply refuses, or answers with others. */
import type { DayMention, HourMention } from '../calendar/mention.ts';
import type { Placed, NamedTimes } from './times.ts';
import type { Talk } from '../units.ts';

type Day = Placed<DayMention>;
type Hour = Placed<HourMention>;

/** A refusal of a day or an hour stands in one of this many turns after it. */
const REACH = 2;
const REFUSES = new RegExp(
  String.raw`\b(?:no good|no use|too (?:early|late|soon)|(?:won't|doesn't|wouldn't) (?:work|do|suit)|(?:can't|cannot) (?:do|make|manage)` +
    String.raw`|not possible|impossible|is (?:out|taken|gone)|zu (?:früh|spät)|geht nicht|passt nicht|schaff ich nicht` +
    String.raw`|no puedo|no me (?:va|viene) bien|demasiado (?:pronto|tarde)|imposible)\b`,
  'iu',
);
/** A counter-offer begins with its hour: "Half past six, people have cows to feed." */
const FIRST_WORDS = 2;

/** Returns the hours that count no more. */
export function replacedHours({ hours }: NamedTimes, { turns }: Talk): Set<Hour> {
  const replaced = new Set<Hour>();
  for (const hour of hours) {
    const { turn, text } = hour.unit;
    const speaker = turns[turn]!.speaker;
    const replies = hours.filter(
      ({ unit }) =>
        unit.turn > turn && unit.turn <= turn + REACH && turns[unit.turn]!.speaker !== speaker,
    );
    const isAsked = text.trimEnd().endsWith('?');
    const reply = turns[turn + 1];
    const isRefused =
      replies.some(
        ({ mention, unit }) => isSame(mention, hour.mention) && REFUSES.test(unit.text),
      ) ||
      (isAsked &&
        reply !== undefined &&
        reply.speaker !== speaker &&
        REFUSES.test(firstSentence(reply.text)));
    const isAnswered =
      isAsked &&
      replies.some(
        ({ mention, unit }) =>
          unit.turn === turn + 1 &&
          !isSame(mention, hour.mention) &&
          mention.from <= FIRST_WORDS &&
          unit.tokens[0]!.start === 0 &&
          !unit.text.endsWith('?'),
      );
    if (isRefused || isAnswered) replaced.add(hour);
  }
  return replaced;
}

/** Another day is named at most this many turns after a refused one. */
const REACH_OF_DAYS = 4;
const ASKS_FOR_ANOTHER = new RegExp(
  String.raw`\b(?:bad for me|is (?:really )?bad|(?:nothing|anything) else|another day|instead|a week later|the week after` +
    String.raw`|better make it|(?:can|could) we make it|have to move it` +
    String.raw`|stattdessen|lieber|eine woche später|verschieben|en vez|mejor|la semana siguiente|aplazar)\b`,
  'iu',
);

/** Returns the days that count no more: a reply refuses them, and another day follows. */
export function replacedDays({ days }: NamedTimes, { turns }: Talk): Set<Day> {
  const replaced = new Set<Day>();
  for (const [
    at,
    {
      unit: { turn },
      mention: { date },
    },
  ] of days.entries()) {
    const next = days.findIndex(
      ({ unit, mention }) =>
        unit.turn > turn && unit.turn <= turn + REACH_OF_DAYS && mention.date !== date,
    );
    if (next < 0) continue;
    const replies = turns
      .slice(turn + 1, Math.min(turn + REACH, days[next]!.unit.turn) + 1)
      .filter(({ speaker }) => speaker !== turns[turn]!.speaker);
    if (!replies.some(({ text }) => REFUSES.test(text) || ASKS_FOR_ANOTHER.test(text))) continue;
    // The refusal often repeats the day: "I'm no use on the nineteenth."
    for (const said of days.slice(at, next)) if (said.mention.date === date) replaced.add(said);
  }
  return replaced;
}

/** Half of the day is often not said: "five" and "17:00" are the same hour. */
const isSame = (one: HourMention, other: HourMention): boolean => half(one) === half(other);

function half({ time }: HourMention): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour) % 12}:${minute}`;
}

const firstSentence = (text: string): string => /^[^.!?]*[.!?]?/u.exec(text)![0];
