/** Names the appointments that the reader found. */
import type { MadeEvent } from '../maker.ts';
import { mentionsIn } from '../reader/calendar/mentions.ts';
import type { FoundEvent } from '../reader/reader.ts';
import { bare } from '../rules/retelling.ts';
import { capitalised, isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { instantOf, knownZone } from '../wall-clock.ts';
import { listenerOf, type Heard } from './heard.ts';

const WHOLE_DAY = 1440;
/** The default length of an appointment in minutes. */
const USUAL = 30;
const LONGEST = 70;

export function eventsIn(heard: Heard): MadeEvent[] {
  return heard.read.events.map((event) => ({
    title: titleOf(event, heard),
    description: '',
    start: startOf(event, heard),
    duration: event.time === null ? WHOLE_DAY : USUAL,
  }));
}

function startOf({ date, time }: FoundEvent, { transcript }: Heard): Date {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const [hour, minute] = (time ?? '00:00').split(':').map(Number) as [number, number];
  return instantOf({ year, month, day, hour, minute }, knownZone(transcript.timezone));
}

/** What is left of the words without the time and without the form of a proposal. */
const PROPOSING =
  /^(?:let's(?: say)?|shall we|why don't (?:we|you)|how about|what about|do you want to|would you like to|(?:can|could|should) (?:we|you)|we(?:'ll| will| can| could|'ve got| have)|you(?:'ve| have)|i(?:'ve got| have|'ll|'m| am)|there(?:'s| is)|it(?:'s| is)|that(?:'s| is)|(?:he|she|they)(?:'s|'ve| has| have)(?: got)?|come)\s+/i;
const LOOSE = /^(?:[\s,.;:–-]|(?:on|at|by|from|until|till|the|then|so|and|for|is|are|um|am|el|la|las|a|los|y|in|to|with|of)\b(?=\s|$|[,.;:]))+|(?:[\s,.;:?!–-]|\s(?:on|at|by|from|until|till|the|then|for|is|are|about|around|um|am|gegen|ab|bis|el|la|las|los|a|y|in|to|with|of|and))+$/giu;

function titleOf(event: FoundEvent, heard: Heard): string {
  const { unit, span } = event;
  const { talk } = heard.read.all;
  const { text } = talk.turns[unit.turn]!;
  const [year, month, day] = event.date.split('-').map(Number) as [number, number, number];
  const times = mentionsIn(unit.tokens, { year, month, day }, talk.language);
  const isTime = (at: number) => times.some(({ from, to }) => at >= from && at < to);
  const kept: string[] = [''];
  for (let at = span.from; at < span.to; at += 1) {
    if (isTime(at)) {
      if (kept.at(-1) !== '') kept.push('');
      continue;
    }
    const end = at + 1 < span.to && !isTime(at + 1) ? unit.tokens[at + 1]!.start : unit.tokens[at]!.end;
    kept[kept.length - 1] += text.slice(unit.tokens[at]!.start, end);
  }
  const parts = kept.map((part) => trimmed(part, talk.language)).filter((part) => contentOf(part) > 0);
  const what = parts.toSorted((one, other) => contentOf(other) - contentOf(one))[0];
  const other = listenerOf(heard, unit);
  if (!what) return other && heard.speakers.length === 2 ? MEETING[talk.language]!(partner(heard, other)) : MEETING[talk.language]!(null);
  return shortened(capitalised(what), LONGEST);
}

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
  wordsOf(text).filter((word) => !isStopWord(word) && word.length > 2).length;
