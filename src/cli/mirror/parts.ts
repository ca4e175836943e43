/** The state and the tools that the parts of a running mirror share. */
import type { Client } from '../../../client/src/index.ts';
import type { MirrorFolder, Scan } from './folder.ts';
import { pageIdOf, pageKeyOf, pageKindOf } from './text/page-text.ts';
import type { PageKey } from './text/page-text.ts';
import type { MirrorKind, RecordOf, Zone } from './text/records.ts';
import type { MirrorState } from './state.ts';

export interface MirrorOptions {
  /** Deletes in the service what the user removed in the folder. */
  deleteRemoved: boolean;
  /** How long a file must be unchanged before it is read. */
  settleMs: number;
}

export interface MirrorParts {
  client: Client;
  folder: MirrorFolder;
  state: MirrorState;
  scan: Scan;
  zone: Zone;
  options: MirrorOptions;
  /** Pages that have to be written or read. */
  dirty: Set<PageKey>;
  /** Block ids of facts that the user moved to the page of another subject. */
  moved: Set<string>;
  /** More than the positions in the feeds changed since the state was saved. */
  isChanged: boolean;
  say(text: string): void;
  counts: { written: number; sent: number; kept: number };
}

/** Sets or removes a record, and marks the pages that show it. */
export function putRecord<Kind extends MirrorKind>(
  parts: MirrorParts,
  { kind, id, listing }: { kind: Kind; id: string; listing?: number },
  record: RecordOf[Kind] | null,
): void {
  const { state, dirty } = parts;
  const records = state.records[kind] as Record<string, RecordOf[Kind] & { listing: number }>;
  const before = records[id];
  if (record === null) delete records[id];
  else records[id] = { ...record, listing: listing ?? before?.listing ?? 0 };
  const after = records[id];
  parts.isChanged = true;
  if (JSON.stringify({ ...before, listing: 0 }) === JSON.stringify({ ...after, listing: 0 }))
    return;
  for (const one of [before, after]) {
    if (one) for (const key of pagesOf(state, { kind, id }, one)) dirty.add(key);
  }
}

/** Returns the pages that show a record or link to its page. */
function pagesOf<Kind extends MirrorKind>(
  state: MirrorState,
  { kind, id }: { kind: Kind; id: string },
  record: RecordOf[Kind],
): PageKey[] {
  const given: { [Each in MirrorKind]: (record: RecordOf[Each]) => PageKey[] } = {
    task: () => [pageKeyOf('tasks', 'tasks')],
    memory: ({ subject }) => [pageKeyOf('facts', subject)],
    day: ({ date }) => [pageKeyOf('day', date)],
    conversation: ({ date, people }) => [
      pageKeyOf('conversation', id),
      pageKeyOf('day', date),
      ...people.map((person) => pageKeyOf('person', person)),
    ],
    person: () => [
      pageKeyOf('person', id),
      ...Object.entries(state.records.conversation)
        .filter(([, { people }]) => people.includes(id))
        .map(([talk]) => pageKeyOf('conversation', talk)),
    ],
  };
  return given[kind](record);
}

/** Returns the pages with a link to a page, and the page itself. */
export function pagesLinkedTo(state: MirrorState, key: PageKey): PageKey[] {
  const [kind, id] = [pageKindOf(key), pageIdOf(key)];
  const { conversation, person } = state.records;
  if (kind === 'conversation' && conversation[id]) {
    return pagesOf(state, { kind, id }, conversation[id]);
  }
  if (kind === 'person' && person[id]) return pagesOf(state, { kind, id }, person[id]);
  if (kind !== 'day') return [key];
  const talks = Object.entries(conversation).filter(([, { date }]) => date === id);
  return [key, ...talks.map(([talk]) => pageKeyOf('conversation', talk))];
}
