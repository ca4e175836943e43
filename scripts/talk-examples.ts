import { talksOf } from '../eval/talks/halves.ts';
import { load } from '../src/engines/reading/network.ts';
import { understand } from '../src/engines/understanding/understand.ts';
import { isoDay, isoTime, wallClockAt } from '../src/engines/calendar/wall-clock.ts';
import type { Talk } from '../training/talks.ts';
import { transcriptOf } from '../training/transcript.ts';

const TIMEZONE = 'Europe/London';
const SHOWN = 10;
const loaded = load();

/** Returns talks that nobody tuned on, the first by name, each with the results of the rules. */
export const talkExamples = (): string =>
  talksOf('held')
    .filter(({ language }) => language === 'en')
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    .slice(0, SHOWN)
    .map(told)
    .join('\n');

function told(talk: Talk): string {
  const { emoji, title, overview, category, ...made } = understand(
    transcriptOf(talk, TIMEZONE),
    loaded,
  );
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
    `${talk.when.slice(0, 16).replace('T', ', ')}; the user is ${talk.user}.`,
    '',
    ...talk.turns.map(({ speaker, text }) => `> ${speaker}: ${text}  `),
    '',
    `- overview: ${overview}`,
    `- category: \`${category}\``,
    ...found.map(([name, list]) => `- ${name}: ${list.join('; ')}`),
    '',
  ].join('\n');
}
