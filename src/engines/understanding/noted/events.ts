/** Names the appointments that the reader found. */
import { USUAL_DURATION, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { mentionsIn } from '../reader/calendar/mentions.ts';
import type { FoundEvent } from '../reader/reader.ts';
import type { Unit } from '../reader/units.ts';
import { classesOf } from '../reader/word-classes.ts';
import { capitalised, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { instantOf, knownZone, wallClockOf } from '../wall-clock.ts';
import { eventName, tellsSomething } from './event-names.ts';
import { partnerIn, type Heard } from './heard.ts';

const LONGEST = 70;

/** Words that take an appointment back stand at most this many turns after its time. */
const REACH = 4;

/** Words after those that named the time of an appointment. */
export interface Later {
  text: string;
  /** True for the next turn when another person speaks it. */
  isReply: boolean;
}

export function eventsIn(
  heard: Heard,
  isWithdrawn: (later: Later) => boolean = () => false,
): MadeEvent[] {
  const { units } = heard.read.all;
  const kept = heard.read.events.filter(({ last }) => {
    const reply = last.turn + 1;
    const isOther = heard.names[reply] !== heard.names[last.turn];
    return !units
      .slice(last.index)
      .filter(({ turn }) => turn <= last.turn + REACH)
      .some(({ text, turn }) => isWithdrawn({ text, isReply: isOther && turn === reply }));
  });
  return kept.map((event) => ({
    title: titleOf(event, heard),
    description: '',
    start: startOf(event, heard),
    duration: event.time === null ? WHOLE_DAY : USUAL_DURATION,
    segment_id: heard.segments[event.last.turn]!.id,
  }));
}

function startOf({ date, time }: FoundEvent, { transcript }: Heard): Date {
  return instantOf(wallClockOf(date, time ?? undefined), knownZone(transcript.timezone));
}

/** German and Spanish words that join the parts of a sentence. */
const JOINING =
  'um|am|gegen|ab|bis|der|die|das|den|und|dann|el|la|las|los|del|al|de|a|y|in|pues|entonces';
const LOOSE = new RegExp(
  String.raw`^(?:[\s,.;:–-]|(?:${JOINING})\b(?=\s|$|[,.;:]))+` +
    String.raw`|(?:[\s,.;:?!–-]|\s(?:${JOINING}))+$`,
  'giu',
);

function titleOf(event: FoundEvent, heard: Heard): string {
  const { all } = heard.read;
  const name =
    all.talk.language === 'en'
      ? eventName(event, all, heard.reader.models.get('event name')!)
      : nameFromWords(event, heard);
  return shortened(capitalised(name), LONGEST);
}

/** The longest words of a German or Spanish appointment that are no time. */
function nameFromWords({ unit, span, date }: FoundEvent, heard: Heard): string {
  const { talk } = heard.read.all;
  const { text } = talk.turns[unit.turn]!;
  const times = mentionsIn(unit.tokens, wallClockOf(date), talk.language);
  const isTime = (at: number) => times.some(({ from, to }) => at >= from && at < to);
  const kept: string[] = [''];
  for (let at = span.from; at < span.to; at += 1) {
    if (isTime(at)) {
      if (kept.at(-1) !== '') kept.push('');
      continue;
    }
    const end =
      at + 1 < span.to && !isTime(at + 1) ? unit.tokens[at + 1]!.start : unit.tokens[at]!.end;
    kept[kept.length - 1] += text.slice(unit.tokens[at]!.start, end);
  }
  const parts = kept
    .map((part) => part.replace(LOOSE, '').replace(LOOSE, '').trim())
    .filter((part) => contentOf(part) > 0);
  const longest = parts.toSorted((one, other) => contentOf(other) - contentOf(one))[0];
  const what = longest ?? kindNear(unit, heard);
  if (what) return what;
  return MEETING[talk.language]!(partnerIn(heard.read.all));
}

/** "Dentist", when somebody names the kind of the appointment beside the time. */
function kindNear({ turn }: Unit, { read }: Heard): string | undefined {
  const near = read.all.byTurn.slice(Math.max(0, turn - 2), turn + 3).flat();
  const closest = near.toSorted(
    (one, other) => Math.abs(one.turn - turn) - Math.abs(other.turn - turn),
  );
  for (const { tokens } of closest) {
    const at = tokens.findIndex(({ word }) => isKind(word));
    if (at < 0) continue;
    const [kind, more] = [tokens[at]!.word, tokens[at + 1]?.word];
    return more !== undefined && isKind(more) ? `${kind} ${more}` : kind;
  }
  return undefined;
}

const isKind = (word: string): boolean => classesOf(word).includes('MEET') && !VERBS.has(word);

const VERBS = new Set(['meet', 'booked', 'visit', 'quedamos', 'match']);

const MEETING: Readonly<Record<string, (name: string | null) => string>> = {
  de: (name) => (name ? `Treffen mit ${name}` : 'Termin'),
  es: (name) => (name ? `Quedar con ${name}` : 'Cita'),
};

const contentOf = (text: string): number =>
  wordsOf(text).filter((word) => tellsSomething(word) && !FUNCTION.has(word)).length;

const FUNCTION = new Set(
  (
    'dann also und aber ich wir ihr sie das der die den dem ist sind bin wird kann könnt wer was wie mal noch schon doch ' +
    'entonces pues por para con que los las del una uno nos vamos somos soy está pero'
  ).split(' '),
);
