import { wallClockAt, isoDay, isoTime } from '../../src/engines/calendar/wall-clock.ts';
import type { Transcript, Understanding } from '../../src/engines/understanding/maker.ts';
import type { OwnConversation } from './conversation.ts';

const TIMEZONE = 'Europe/Lisbon';
const STARTED_AT = new Date('2026-03-12T10:00:00Z');

export function transcriptOf({ lines }: OwnConversation): Transcript {
  const said = lines.map((line) => line.split(/: (.*)/s) as [speaker: string, text: string]);
  const speakers = [...new Set(said.map(([speaker]) => speaker))];
  return {
    started_at: STARTED_AT,
    timezone: TIMEZONE,
    language: 'en',
    user_name: 'Nora',
    known_memories: [],
    rejected_memories: [],
    segments: said.map(([speaker, text], index) => ({
      id: `line-${index}`,
      text,
      speaker_id: speakers.indexOf(speaker),
      speaker_name: speaker,
      is_user: speaker === 'Nora',
      start: index * 6,
      end: index * 6 + 5,
      confidence: 0.9,
    })),
  };
}

/** The numbers of correct, wrong and missing answers. */
export interface Count {
  right: number;
  wrong: number;
  missing: number;
}

export interface Score {
  title: boolean;
  category: boolean;
  overview: boolean;
  worthless: boolean;
  tasks: Count;
  events: Count;
  memories: Count;
}

const has = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase());
const localDay = (instant: Date): string => isoDay(wallClockAt(instant, TIMEZONE));
const localTime = (instant: Date): string =>
  `${localDay(instant)} ${isoTime(wallClockAt(instant, TIMEZONE))}`;

/** The expected tasks are those of the user. The task of another person begins with a name. */
const OF_ANOTHER = /^(?:Ivo|Vera|Teo|Guide|Tutor|Teacher|Agent|Host|Doctor Alves|Speaker 1): /;

export function score(wanted: OwnConversation, made: Understanding): Score {
  return {
    title: wanted.title.some((word) => has(made.title, word)),
    category: wanted.category.includes(made.category),
    overview: wanted.overview.every((word) => has(`${made.title} ${made.overview}`, word)),
    worthless: made.worthless === (wanted.worthless ?? false),
    tasks: matched(
      wanted.tasks ?? [],
      made.action_items.filter(({ description }) => !OF_ANOTHER.test(description)),
      ([words, due], item) =>
        has(item.description, words) && due === (item.due_at && localDay(item.due_at)),
    ),
    events: matched(
      wanted.events ?? [],
      made.events,
      ([words, start], event) => has(event.title, words) && start === localTime(event.start),
    ),
    memories: matched(wanted.memories ?? [], made.memories, (words, memory) =>
      has(memory.content, words),
    ),
  };
}

function matched<Wanted, Made>(
  wanted: readonly Wanted[],
  made: readonly Made[],
  fits: (wanted: Wanted, made: Made) => boolean,
): Count {
  const right = wanted.filter((one) => made.some((other) => fits(one, other))).length;
  const wrong = made.filter((one) => !wanted.some((other) => fits(other, one))).length;
  return { right, wrong, missing: wanted.length - right };
}
