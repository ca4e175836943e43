/** Names a talk as a person would name it in a list. */
import { capitalised } from '../../../core/text.ts';
import type { TalkReading } from '../../reading/talk.ts';
import { lastOf, WHOLE_DAY, type MadeActionItem, type MadeEvent } from '../maker.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../../calendar/wall-clock.ts';
import { CHANCES, isLearnt, SAID, type Language } from './bounds.ts';
import { UNCLEAR } from '../without-doubtful-words.ts';
import { withoutTimes } from './event-names.ts';
import { languageOf, type HeardTalk } from './heard.ts';
import { contentOf, overlapOf, phrasesIn, wordsAsWritten, type Phrase } from './words.ts';

export interface ComposedTitle {
  action_items: readonly MadeActionItem[];
  events: readonly MadeEvent[];
}

const AND: Readonly<Record<Language, string>> = { en: 'and', de: 'und', es: 'y' };
const EMPTY: Readonly<Record<Language, string>> = {
  en: 'Conversation',
  de: 'Gespräch',
  es: 'Conversación',
};

const MAX_WORDS = 8;
const LONGEST = 60;

/** What was agreed, what the talk is about, or the first task. */
export function titleOf(reading: TalkReading, heard: HeardTalk, made: ComposedTitle): string {
  const language = languageOf(heard.transcript);
  if (!isLearnt(language)) return firstWords(reading) || EMPTY.en;
  const topics = topicsOf(reading, heard);
  const [topic, other] = topics;
  const [event] = made.events.map((one) => withDay(one, heard, language));
  const besides = event && topics.find((one) => overlapOf(event, one) === 0);
  const [task] = made.action_items.map(({ description }) => description);
  const isReminder = reading.sentences.length === 1 && made.events.length === 0;
  const title = [
    isReminder ? task : undefined,
    // "Dinner on Monday" does not say what else, and a meeting not what about.
    besides && `${event}; ${besides}`,
    event,
    topic && other && `${topic} ${AND[language]} ${other}`,
    topic,
    task,
  ].find((text) => text !== undefined && fits(text));
  return capitalised(title ?? firstWords(reading)) || EMPTY[language];
}

const fits = (text: string): boolean =>
  wordsAsWritten(text).length <= MAX_WORDS && text.length <= LONGEST;

/** "Dinner on Sunday"; a day more than a week away has its date. */
function withDay(
  { title, start, duration }: MadeEvent,
  { transcript }: HeardTalk,
  language: Language,
): string {
  const { locale, on } = SAID[language];
  const timeZone = knownZone(transcript.timezone);
  const isNear = start.getTime() - transcript.started_at.getTime() < WEEK;
  if (duration > WHOLE_DAY && duration % WHOLE_DAY === 0) {
    const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone });
    return `${title}, ${days.formatRange(start, lastOf({ start, duration }))}`;
  }
  const form = isNear
    ? ({ weekday: 'long' } as const)
    : ({ day: 'numeric', month: 'long' } as const);
  return `${title} ${on} ${new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(start)}`;
}

const WEEK = 7 * 24 * 3_600_000;

const MAX_TOPICS = 6;
/** Better an unsure topic than none. */
const UNSURE = 0.08;
/** What is named again is more likely what a talk is about. */
const AGAIN = 0.1;
const OFTEN = 3;
/** The phrases that are looked at for topics. */
const MAX_PHRASES = 200;

/** What the talk is most likely about, besides its speakers and its times, without repetitions. */
export function topicsOf(reading: TalkReading, { speakers }: HeardTalk): string[] {
  const clear = reading.sentences.filter(({ unit }) => !unit.text.includes(UNCLEAR));
  const said = new Map<string, number>();
  for (const stem of clear.flatMap(({ unit }) => [...contentOf(unit.text)]))
    said.set(stem, (said.get(stem) ?? 0) + 1);
  const weight = ({ text, chance, from, to }: Phrase) => {
    const times = Math.max(0, ...[...contentOf(text)].map((stem) => said.get(stem)!));
    return (chance + AGAIN * Math.min(times, OFTEN)) * Math.sqrt(to - from);
  };
  const phrasesOf = (bound: number) =>
    clear.flatMap((sentence) => phrasesIn(reading, sentence, 'title', { bound }));
  const sure = phrasesOf(CHANCES.title);
  const likeliest = (sure.length > 0 ? sure : phrasesOf(UNSURE)).toSorted(
    (one, other) => weight(other) - weight(one),
  );
  const kept: string[] = [];
  for (const phrase of likeliest.slice(0, MAX_PHRASES)) {
    const text = withoutTimes(phrase, reading);
    const isNew = ![...kept, ...speakers].some((other) => overlapOf(other, text) > 0);
    if (text !== '' && isNew && !PERSON.test(text)) kept.push(text);
    if (kept.length === MAX_TOPICS) break;
  }
  return kept;
}

/** Whoever is named by these words is in the middle of a clause. */
const PERSON =
  /(?<!\p{L})(?:i|you|he|she|it|we|they|me|ich|du|er|es|wir|ihr|man|yo|tú|me|te|nos|lo)(?!\p{L})/iu;

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const FIRST = 6;

/** The first words of the sentence that says most, even in a script without spaces. */
function firstWords({ sentences }: TalkReading): string {
  const [best] = sentences
    .filter(({ unit }) => unit.tokens.length > 2 || sentences.length === 1)
    .toSorted((one, other) => other.gist - one.gist);
  const text = (best ?? sentences[0])?.unit.text ?? '';
  const words = [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike);
  const last = words.slice(0, FIRST).at(-1);
  const first = text.slice(0, last ? last.index + last.segment.length : 0);
  return shortened(first.replace(/^[\s¿¡"'“]+/u, ''), LONGEST).replace(LOOSE_END, '');
}
/** "It would cost two flats a" breaks off. */
const LOOSE_END =
  /(?<=\S \S+)(?: (?:an?|the|of|to|and|or|for|in|on|at|with|die|der|das|den|und|zu|ein|el|la|los|un|de|y|que|a))+$/iu;
