/** Makes the pages of records. */
import { posix } from 'node:path';
import { onOneLine, writeItem, writeTask } from './lines.ts';
import { pageKeyOf } from './page-text.ts';
import type { MirrorPage, PageKey } from './page-text.ts';
import { NEW_FACTS, NEW_TASKS } from './read-back.ts';
import type { FullConversation, RecordOf, Records, Zone } from './records.ts';

export interface World {
  records: Records;
  zone: Zone;
  /** The path of a page; undefined when it is not in the folder. */
  pathOf(key: PageKey): string | undefined;
  /** Ids of records whose lines the user removed. */
  hidden: ReadonlySet<string>;
}

interface Entry<Kind extends keyof RecordOf> {
  id: string;
  record: RecordOf[Kind];
}

export function conversationPage(
  { id, record, full }: Entry<'conversation'> & { full: FullConversation },
  world: World,
): MirrorPage {
  const key = pageKeyOf('conversation', id);
  const link = linksFrom(key, world);
  const { structured, finished_at, transcript_segments } = full;
  const people = record.people.flatMap((person) => {
    const name = world.records.person[person]?.name;
    return name === undefined ? [] : [{ name, link: link(pageKeyOf('person', person), name) }];
  });
  const day = link(pageKeyOf('day', record.date), record.date);
  const when = `${day}, ${record.time}${finished_at ? `–${world.zone.time(finished_at)}` : ''}`;
  const company = people.length === 0 ? '' : `, with ${people.map((each) => each.link).join(', ')}`;
  return {
    key,
    front: {
      date: record.date,
      time: record.time,
      category: structured.category,
      people: people.map(({ name }) => name),
    },
    body: sections([
      [`# ${record.title}`, `${when}${company}`, ...structured.overview.split(/\n+/).map(escaped)],
      list(
        'Events',
        structured.events.map((event) => {
          const at = `${world.zone.date(event.start)} ${world.zone.time(event.start)}`;
          return `- ${at} ${escaped(event.title)}`;
        }),
      ),
      list(
        'Transcript',
        (transcript_segments ?? []).map(
          ({ speaker_name, start, text }) =>
            `**${escaped(speaker_name ?? 'Speaker')}** (${clock(start)}): ${escaped(text)}\n`,
        ),
      ),
    ]),
  };
}

export function personPage(
  { id, record, talks }: Entry<'person'> & { talks: readonly Entry<'conversation'>[] },
  world: World,
): MirrorPage {
  const key = pageKeyOf('person', id);
  const link = linksFrom(key, world);
  const lines = talks
    .toSorted(newestFirst)
    .map((talk) => `- ${talk.record.date} ${talkLink(talk, link)}`);
  return { key, front: {}, body: sections([[`# ${record.name}`], list('Conversations', lines)]) };
}

export function dayPage(
  {
    date,
    summary,
    talks,
  }: {
    date: string;
    summary: RecordOf['day'] | undefined;
    talks: readonly Entry<'conversation'>[];
  },
  world: World,
): MirrorPage {
  const key = pageKeyOf('day', date);
  const link = linksFrom(key, world);
  const lines = talks.toSorted(newestFirst).toReversed();
  return {
    key,
    front: { date },
    body: sections([
      [`# ${date}`],
      summary
        ? [`**${escaped(summary.headline)}**`, ...summary.overview.split(/\n+/).map(escaped)]
        : [],
      list(
        'Conversations',
        lines.map((talk) => `- ${talk.record.time} ${talkLink(talk, link)}`),
      ),
      list(
        'Decisions',
        (summary?.decisions ?? []).map((text) => `- ${escaped(text)}`),
      ),
      list(
        'Open questions',
        (summary?.questions ?? []).map((text) => `- ${escaped(text)}`),
      ),
    ]),
  };
}

export function tasksPage({ records, zone, hidden }: World): MirrorPage {
  const tasks = Object.entries(records.task)
    .filter(([id]) => !hidden.has(id))
    .map(([id, record]) => ({ id, record }));
  const open = tasks.filter(({ record }) => !record.completed);
  const done = tasks.filter(({ record }) => record.completed);
  const lineOf = ({ id, record }: Entry<'task'>) => {
    const { due_at, completed_at } = record;
    const days = {
      due: due_at && zone.date(due_at),
      done: completed_at && zone.date(completed_at),
    };
    return writeItem(writeTask(record, days), id);
  };
  return {
    key: pageKeyOf('tasks', 'tasks'),
    front: {},
    body: sections([
      ['# Tasks'],
      [`## ${NEW_TASKS}`],
      [
        '## Open',
        open
          .toSorted(by(({ record }) => record.due_at ?? '9'))
          .map(lineOf)
          .join('\n'),
      ],
      [
        '## Done',
        done
          .toSorted(by(({ record }) => record.completed_at ?? ''))
          .toReversed()
          .map(lineOf)
          .join('\n'),
      ],
    ]),
  };
}

export function factsPage(subject: string, { records, hidden }: World): MirrorPage {
  const lines = Object.entries(records.memory)
    .filter(([id, record]) => record.subject === subject && !hidden.has(id))
    .map(([id, record]) => ({ id, record }))
    .toSorted(by(({ record }) => record.created_at))
    .map(({ id, record }) => writeItem(record.text, id));
  return {
    key: pageKeyOf('facts', subject),
    front: {},
    body: sections([[`# ${subject}`], [`## ${NEW_FACTS}`], ['## Facts', lines.join('\n')]]),
  };
}

/** A relative link with an encoded address works in Obsidian, on code hosts and in editors. */
function linksFrom(key: PageKey, { pathOf }: World): (to: PageKey, text: string) => string {
  const from = posix.dirname(pathOf(key) ?? '');
  return (to, text) => {
    const path = pathOf(to);
    if (path === undefined) return escaped(text);
    const address = posix.relative(from, path).split('/').map(encodeURIComponent).join('/');
    return `[${escaped(text)}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  };
}

function talkLink(
  { id, record }: Entry<'conversation'>,
  link: (to: PageKey, text: string) => string,
): string {
  return `${record.emoji} ${link(pageKeyOf('conversation', id), record.title)}`.trim();
}

function newestFirst(one: Entry<'conversation'>, other: Entry<'conversation'>): number {
  return momentOf(other).localeCompare(momentOf(one));
}
const momentOf = ({ id, record }: Entry<'conversation'>): string =>
  `${record.date} ${record.time} ${id}`;

/** Compares texts, and ids where they are equal. */
function by<Of extends { id: string }>(textOf: (of: Of) => string): (one: Of, other: Of) => number {
  return (one, other) => textOf(one).localeCompare(textOf(other)) || one.id.localeCompare(other.id);
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];

const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .flat()
    .filter((part) => part !== '')
    .join('\n\n');

/** Words that others said or wrote are never Markdown, or they could load a picture. */
function escaped(text: string): string {
  return onOneLine(text).replace(/([\\`*_{}[\]<>#|])/g, '\\$1');
}

/** Formats seconds as `0:07`, `12:30` or `1:02:03`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
