/** Names the appointments that the reader found. */
import { USUAL_DURATION, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { mentionsIn } from '../reader/calendar/mentions.ts';
import type { FoundEvent } from '../reader/reader.ts';
import type { Unit } from '../reader/units.ts';
import { classesOf } from '../reader/word-classes.ts';
import { bare } from '../rules/bare.ts';
import { capitalised, isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { instantOf, knownZone, wallClockOf } from '../wall-clock.ts';
import { nameIn, nounIn } from './event-names.ts';
import { listenerOf, type Heard } from './heard.ts';

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

const PERSON = '(?:i|we|you|he|she|they)';
/** The form of a proposal or a statement, which is no part of a name. */
const PROPOSING = new RegExp(
  `^(?:${[
    "(?:let's|let us)(?: say| meet(?: up)?)?|shall we(?: meet)?|why don't (?:we|you)|how about|what about|do you want to",
    'would you like to|(?:can|could|should) (?:we|you)',
    `${PERSON}(?:'re| are|'m| am|'s| is) (?:going to|coming to|off to|at|in|on|seeing)`,
    `${PERSON}(?:'ve| have|'s| has|'ll| will)(?: got)?|(?:we|you|i) (?:can|could|need to|have to)`,
    "there(?:'s| is)|it(?:'s| is)|that(?:'s| is)|come|got|i'm|i am|then",
  ].join('|')})\\s+`,
  'i',
);
const LOOSE_FIRST =
  'on|at|by|from|until|till|the|a|an|my|our|then|so|and|but|for|is|are|to|with|of|like|also';
const LOOSE_LAST =
  'on|at|by|from|until|till|the|then|for|is|are|about|around|between|to|with|of|and|but|thing';
const LOOSE_FOREIGN =
  'um|am|gegen|ab|bis|der|die|das|den|und|dann|el|la|las|los|del|al|de|a|y|in|pues|entonces';
const LOOSE = new RegExp(
  String.raw`^(?:[\s,.;:–-]|(?:${LOOSE_FIRST}|${LOOSE_FOREIGN})\b(?=\s|$|[,.;:]))+` +
    String.raw`|(?:[\s,.;:?!–-]|\s(?:${LOOSE_LAST}|${LOOSE_FOREIGN}))+$`,
  'giu',
);

function titleOf(event: FoundEvent, heard: Heard): string {
  const { unit, span } = event;
  const { talk } = heard.read.all;
  const { text } = talk.turns[unit.turn]!;
  const times = mentionsIn(unit.tokens, wallClockOf(event.date), talk.language);
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
    .map((part) => trimmed(part, talk.language))
    .filter((part) => contentOf(part) > 0);
  const longest = parts.toSorted((one, other) => contentOf(other) - contentOf(one))[0];
  const isEnglish = talk.language === 'en';
  const what = longest !== undefined && isEnglish ? nameIn(longest) : longest;
  if (!what) {
    const kind = kindNear(unit, heard);
    if (kind) return capitalised(kind);
  }
  const other = listenerOf(heard, unit);
  if (!what)
    return other && heard.speakers.length === 2
      ? MEETING[talk.language]!(partner(heard, other))
      : MEETING[talk.language]!(null);
  return shortened(capitalised(what), LONGEST);
}

/** "Dentist", when somebody names the kind of the appointment beside the time. */
function kindNear({ turn }: Unit, { read }: Heard): string | undefined {
  const near = read.all.byTurn.slice(Math.max(0, turn - 2), turn + 3).flat();
  const closest = near.toSorted(
    (one, other) => Math.abs(one.turn - turn) - Math.abs(other.turn - turn),
  );
  for (const { tokens } of closest) {
    const noun = read.all.talk.language === 'en' && nounIn(tokens.map(({ word }) => word));
    if (noun) return noun;
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
  en: (name) => (name ? `Meeting with ${name}` : 'Appointment'),
  de: (name) => (name ? `Treffen mit ${name}` : 'Termin'),
  es: (name) => (name ? `Quedar con ${name}` : 'Cita'),
};

/** The other person from the view of the user. */
function partner({ segments, names }: Heard, listener: string): string {
  const user = names.find((_, at) => segments[at]!.is_user);
  return listener === user ? (names.find((name) => name !== user) ?? listener) : listener;
}

function trimmed(part: string, language: string): string {
  const plain = language === 'en' ? bare(part) : part.trim();
  let text = plain;
  for (let round = 0; round < 3; round += 1) {
    text = text.replace(LOOSE, '').trim();
    if (language === 'en') text = text.replace(PROPOSING, '');
  }
  return text;
}

const contentOf = (text: string): number =>
  wordsOf(text).filter(
    (word) =>
      !isStopWord(word) &&
      word.length > 2 &&
      !FUNCTION.has(word) &&
      !classesOf(word).some((name) => TIMES.has(name)),
  ).length;

const TIMES = new Set(['DAY', 'RELATIVE', 'MONTH', 'CLOCK', 'COUNT', 'ORDINAL', 'AGREE', 'REFUSE']);
const FUNCTION = new Set(
  (
    'meet meeting ' +
    'dann also und aber ich wir ihr sie das der die den dem ist sind bin wird kann könnt wer was wie mal noch schon doch ' +
    'entonces pues por para con que los las del una uno nos vamos somos soy está pero tight between'
  ).split(' '),
);
