/** Markdown in the archive of an account, for people; an import does not read it. */
import type { Row } from '../../../storage/archive/rows.ts';

export const README = `# Your archive of Commonplace

- \`conversations/\` contains each conversation as a page, \`memories.md\` your memories, and
  \`action-items.md\` your tasks. These files are for people.
- The files \`*.jsonl\` contain all records for programs, one record of JSON in each line.
- \`sound/\`, \`photos/\` and \`voice/\` contain kept sound, photos and your speech profile.

To read the archive in again, open *Settings → Data* in the console of any Commonplace, or run
\`commonplace import FILE\`. The page docs/export.md describes the format.
`;

interface Segment {
  start_seconds: number;
  speaker_id: number;
  is_user: boolean;
  person_id: string | null;
  text: string;
}

export interface Names {
  owner: string;
  people: ReadonlyMap<string, string>;
}

export function pageName({ id, started_at, created_at }: Row): string {
  const began = (started_at ?? created_at) as Date;
  const date = began.toISOString().slice(0, 10);
  return `conversations/${date.slice(0, 7)}/${date}-${id as string}.md`;
}

/** Titles and texts are shown as they are: Markdown in them is Markdown of the user. */
export function readableConversation(row: Row, { owner, people }: Names): string {
  const { title, emoji, overview, started_at, created_at, category, segments } = row;
  const began = ((started_at ?? created_at) as Date).toISOString();
  const nameOf = ({ is_user, person_id, speaker_id }: Segment) =>
    is_user ? owner : ((person_id && people.get(person_id)) ?? `Speaker ${speaker_id}`);
  const events = row['events'] as { title: string; start: string }[];
  const lines = [
    `# ${emoji as string} ${oneLine(title as string) || 'Untitled'}`,
    `${began} · ${category as string}`,
    overview as string,
    events.map(({ title, start }) => `- ${start} ${oneLine(title)}`).join('\n'),
    ...(segments as Segment[]).map(
      (each) => `**${oneLine(nameOf(each))}** (${clock(each.start_seconds)}): ${each.text}`,
    ),
  ];
  return `${lines.filter((line) => line !== '').join('\n\n')}\n`;
}

export function readableMemory({ content }: Row): string {
  return `- ${oneLine(content as string)}\n`;
}

export function taskLine({ description, completed, due_at }: Row): string {
  const due = due_at ? ` (due ${(due_at as Date).toISOString().slice(0, 10)})` : '';
  return `- [${completed ? 'x' : ' '}] ${oneLine(description as string)}${due}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
