/**
 * Reads the example talks of `training/talks/*.txt`. `training/README.md` describes the format.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CATEGORIES } from '../src/engines/understanding/maker.ts';
import { ACTS, CONDITIONS, LANGUAGES, RELATIONS } from './vocabulary.ts';

export const TALKS_FOLDER = fileURLToPath(new URL('talks', import.meta.url));

const dayOf = (value: string) => value.slice(0, 10);
const exists = (value: string) => {
  const date = new Date(`${dayOf(value)}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(dayOf(value));
};
const Day = z.iso.date('is not a date that exists, such as 2026-03-15');
const Clock = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/;
const Minute = z.string().regex(Clock, 'is not a minute, such as 2026-03-15T14:00').refine(exists, {
  message: 'names a day that does not exist',
});
/** A local time with the offset of the place. */
const Start = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d[+-]\d\d:\d\d$/,
    'is not a time with its offset, such as 2026-03-12T18:20+01:00',
  )
  .refine(exists, { message: 'names a day that does not exist' });
/** A year, a month or a day. */
const Period = z.union(
  [z.string().regex(/^\d{4}$/), z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), Day],
  'is not a year, a month or a day, such as 2026, 2026-02 or 2026-02-14',
);

const Act = z.strictObject({
  kind: z.enum(ACTS, 'is not an act'),
  /** The number of the turn to which it responds. */
  of: z.int().positive().nullable(),
});
const Turn = z.strictObject({
  line: z.int(),
  number: z.int().positive(),
  speaker: z.string().min(1),
  text: z.string().min(1),
  acts: z.array(Act),
});
const Gold = z.strictObject({
  line: z.int(),
  turns: z.array(z.int().positive()).min(1),
  span: z.string().min(1),
});
const Task = Gold.extend({
  who: z.array(z.string().min(1)).min(1),
  what: z.string().min(1),
  due: z.union([Day, Minute], 'is not a day or a minute that exists').nullable(),
});
const Event = Gold.extend({
  what: z.string().min(1),
  start: z.union([Day, Minute], 'is not a day or a minute that exists'),
  with: z.array(z.string().min(1)),
});
const Fact = Gold.extend({
  /** `user`, or the name of another person. */
  subject: z.string().min(1),
  relation: z.enum(RELATIONS, 'is not a relation of training/vocabulary.ts'),
  /** The fact as a sentence without its subject. */
  value: z.string().min(1),
  since: Period.nullable(),
  until: Period.nullable(),
});
const Question = z.strictObject({
  line: z.int(),
  text: z.string().min(1),
  /** Wordings of the answer, each of which is right; none if the talk does not answer. */
  answers: z.array(z.string().min(1)),
});
const Talk = z.strictObject({
  /** The name of the file without `.txt`. Talks of a file have the same author and setting. */
  batch: z.string(),
  line: z.int(),
  slug: z.string().regex(/^[a-z0-9-]+$/, 'is not made of lower-case letters, digits and hyphens'),
  when: Start,
  language: z.enum(LANGUAGES),
  condition: z.enum(CONDITIONS),
  setting: z.string().min(1),
  /** The speaker who wears the device, or null. */
  user: z.string().min(1).nullable(),
  category: z.enum(CATEGORIES),
  turns: z.array(Turn).min(1, 'has no turns'),
  tasks: z.array(Task),
  events: z.array(Event),
  facts: z.array(Fact),
  /** Of some talks. A question without answers is not answered by the talk. */
  questions: z.array(Question),
  title: z.string().min(1).nullable(),
  about: z.string().min(1).nullable().default(null),
});
export type Talk = z.infer<typeof Talk>;
export type Turn = Talk['turns'][number];

export interface Problem {
  batch: string;
  line: number;
  message: string;
}

/** Reads every talk of the folder, and throws if one of them cannot be parsed. */
export function readTalks(folder = TALKS_FOLDER): Talk[] {
  const { talks, problems } = parseFolder(folder);
  const [first] = problems;
  if (first) throw new Error(`${first.batch}.txt:${first.line}: ${first.message}`);
  return talks;
}

export function parseFolder(folder = TALKS_FOLDER): { talks: Talk[]; problems: Problem[] } {
  const parsed = parseFiles(folder, parseTalks);
  return {
    talks: parsed.flatMap(({ talks }) => talks),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

/** Parses each text file of a folder; a batch is the name of a file. */
export const parseFiles = <Parsed>(
  folder: string,
  parse: (text: string, batch: string) => Parsed,
): Parsed[] =>
  globSync(`${folder}/*.txt`)
    .toSorted()
    .map((file) => parse(readFileSync(file, 'utf8'), basename(file, '.txt')));

/** Parses the talks of one file. A talk with problems is reported and left out. */
export function parseTalks(text: string, batch: string): { talks: Talk[]; problems: Problem[] } {
  const talks: Talk[] = [];
  const problems: Problem[] = [];
  for (const lines of blocksOf(text)) {
    const report = (line: number, message: string) => problems.push({ batch, line, message });
    const before = problems.length;
    const draft = draftOf(lines, batch, report);
    if (problems.length > before) continue;
    const { success, data, error } = Talk.safeParse(draft);
    if (success) talks.push(data);
    else for (const issue of error.issues) report(lineOf(draft, issue.path), sentenceOf(issue));
  }
  return { talks, problems };
}

interface Line {
  number: number;
  text: string;
}

function blocksOf(text: string): Line[][] {
  const blocks: Line[][] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = { number: index + 1, text: raw.trim() };
    if (line.text === '' || line.text.startsWith('#')) continue;
    if (line.text.startsWith('===') || blocks.length === 0) blocks.push([]);
    blocks.at(-1)!.push(line);
  }
  return blocks;
}

type Report = (line: number, message: string) => void;
type Draft = Record<string, unknown>;
const FIELDS = ['when', 'language', 'condition', 'setting', 'user', 'category', 'title', 'about'];

function draftOf(lines: readonly Line[], batch: string, report: Report): Draft {
  const [head, ...rest] = lines;
  const draft: Draft = { batch, line: head!.number, slug: head!.text.replace(/^===\s*/, '') };
  const lists: Record<string, Draft[]> = {
    turns: [],
    tasks: [],
    events: [],
    facts: [],
    questions: [],
  };
  for (const { number: line, text } of rest) {
    const [, field = '', value = ''] = /^([a-z]+): (.+)$/.exec(text) ?? [];
    const [, kind = '', gold = ''] = /^(task|event|fact) (.+)$/.exec(text) ?? [];
    const [, question, answers = ''] = /^question ([^|]+) \| (.+)$/.exec(text) ?? [];
    const [, number, speaker, words, acts] =
      /^(\d+) ([^:{}|]+): ([^{}|]+?)(?: \{([^{}]*)\})?$/.exec(text) ?? [];
    if (FIELDS.includes(field)) draft[field] = orNull(field, value);
    else if (kind) lists[`${kind}s`]!.push({ line, ...goldOf(kind, gold, line, report) });
    else if (question) {
      lists['questions']!.push({ line, text: question, answers: alternativesOf(answers) });
    } else if (number) {
      lists['turns']!.push({
        line,
        number: Number(number),
        speaker,
        text: words,
        acts: actsOf(acts ?? ''),
      });
    } else report(line, `cannot be read as a field, a turn or gold: "${text}"`);
  }
  return { ...draft, ...lists };
}

function orNull(field: string, value: string): string | null {
  return value === '-' && ['user', 'title', 'about'].includes(field) ? null : value;
}

function actsOf(text: string): Draft[] {
  const acts = text.split(';').map((act) => act.trim());
  return acts.filter(Boolean).map((act) => {
    const [kind, of, ...more] = act.split(/\s+/);
    return { kind: more.length > 0 ? act : kind, of: of === undefined ? null : Number(of) };
  });
}

const alternativesOf = (text: string) => (text === '-' ? [] : text.split(' / '));

const LISTED = /\s*,\s*/;
const namesOf = (text: string) => (text === '-' ? [] : text.split(LISTED));

function goldOf(kind: string, text: string, line: number, report: Report): Draft {
  const parts = text.split(' | ');
  const quoted = /^"(.+)"$/.exec(parts.pop() ?? '');
  const turns = (parts.shift() ?? '').split(/\s+/).map(Number);
  if (!quoted) report(line, 'does not end with a span in quotation marks.');
  const common = { turns, span: quoted?.[1] };
  const word = (part: string | undefined, name: string) => {
    const [, value] = new RegExp(`^${name} (.+)$`).exec(part ?? '') ?? [];
    if (value === undefined) report(line, `says "${part ?? ''}" in place of "${name} …".`);
    return value === '-' ? null : value;
  };
  if (kind === 'task' && parts.length === 3) {
    const [who, what, due] = parts;
    return { ...common, who: namesOf(who!), what, due: word(due, 'due') };
  }
  if (kind === 'event' && parts.length === 3) {
    const [what, start, others] = parts;
    const names = namesOf(word(others, 'with') ?? '-');
    return { ...common, what, start: word(start, 'start'), with: names };
  }
  if (kind === 'fact' && parts.length === 4) {
    const [subject, relation, value, period] = parts;
    return { ...common, subject, relation, value, ...periodOf(period!, line, report) };
  }
  report(line, `has ${parts.length + 2} parts, which is not the number of a ${kind}.`);
  return common;
}

function periodOf(text: string, line: number, report: Report): Draft {
  const period = /^(?:since (?<since>\S+))?\s*(?:until (?<until>\S+))?$/.exec(text)?.groups;
  if (text !== '-' && !period) report(line, `says "${text}" in place of since, until or "-".`);
  return { since: period?.['since'] ?? null, until: period?.['until'] ?? null };
}

function lineOf(draft: Draft, path: readonly PropertyKey[]): number {
  const at = path.reduce<{ value: unknown; line: number }>(
    ({ value, line }, key) => {
      const inner = (value as Record<PropertyKey, unknown> | undefined)?.[key];
      const own = (inner as { line?: number } | null | undefined)?.line;
      return { value: inner, line: own ?? line };
    },
    { value: draft, line: draft['line'] as number },
  );
  return at.line;
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const field = path.findLast((key) => typeof key === 'string' && key !== 'of');
  return `${String(field)}: ${message}`;
}
