import { isoDay, isoTime, wallClockAt } from '../src/engines/understanding/wall-clock.ts';
import type { Transcript } from '../src/engines/understanding/maker.ts';
import { understandByRules } from '../src/engines/understanding/by-rules.ts';

const TIMEZONE = 'Europe/Lisbon';
const STARTED_AT = new Date('2026-03-12T10:00:00Z');
const USER = 'Nora';

/** Returns the talks of a document (lines `> Name: words`), each with the results of the rules. */
export function talkExamples(document: string): string {
  return document
    .split(/^### .*$/m)
    .slice(1)
    .map((part) =>
      told([...part.matchAll(/^> (.+?): (.*?)\s*$/gm)].map(([, name, words]) => [name!, words!])),
    )
    .join('\n');
}

function told(lines: [name: string, words: string][]): string {
  const { emoji, title, overview, category, ...made } = understandByRules(transcriptOf(lines));
  const local = (at: Date) => {
    const wall = wallClockAt(at, TIMEZONE);
    return `${isoDay(wall)} ${isoTime(wall)}`;
  };
  const tasks = made.action_items.map(({ description, due_at }) =>
    due_at ? `${description} (due ${local(due_at)})` : description,
  );
  const events = made.events.map(
    (event) => `${event.title}, ${local(event.start)}, ${event.duration} minutes`,
  );
  const memories = made.memories.map((memory) => `${memory.content} (\`${memory.category}\`)`);
  const found = Object.entries({ tasks, events, memories }).filter(([, list]) => list.length > 0);
  return [
    `### ${emoji} ${title}`,
    '',
    ...lines.map(([name, words]) => `> ${name}: ${words}  `),
    '',
    `- overview: ${overview}`,
    `- category: \`${category}\``,
    ...found.map(([name, list]) => `- ${name}: ${list.join('; ')}`),
    '',
  ].join('\n');
}

function transcriptOf(lines: readonly [name: string, words: string][]): Transcript {
  const speakers = [...new Set(lines.map(([name]) => name))];
  return {
    started_at: STARTED_AT,
    timezone: TIMEZONE,
    language: 'en',
    user_name: USER,
    known_memories: [],
    rejected_memories: [],
    segments: lines.map(([name, text], place) => ({
      id: String(place),
      text,
      speaker_id: speakers.indexOf(name),
      speaker_name: name,
      is_user: name === USER,
      start: place * 5,
      end: place * 5 + 4,
      confidence: null,
    })),
  };
}
