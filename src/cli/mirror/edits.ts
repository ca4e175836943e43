/** Sends what the user wrote in a page to the service. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../../client/src/index.ts';
import { blockId, onOneLine, plainTask, readTask, writeTask } from './text/lines.ts';
import type { TaskLine } from './text/lines.ts';
import { pageIdOf, pageKindOf } from './text/page-text.ts';
import type { PageKey } from './text/page-text.ts';
import { putRecord } from './parts.ts';
import type { MirrorParts } from './parts.ts';
import type { ReadPage } from './text/read-back.ts';
import { fieldsOfSubject, memoryRecord, taskRecord } from './text/records.ts';
import type { RecordOf, Zone } from './text/records.ts';

/** A change that the service does not have, with the reason. */
export type EditRefusal = string;

interface Edit {
  id: string;
  /** The text that the mirror wrote. */
  was: string;
  text: string;
}

type Kind = 'conversation' | 'person' | 'task' | 'memory';
type Send = (parts: MirrorParts, edit: Edit) => Promise<void>;

/** Another program changed the same text since the mirror wrote it. */
class BothChanged extends Error {}
const BOTH = 'it was changed here and in the service';

export async function sendEdits(
  parts: MirrorParts,
  key: PageKey,
  { base, mine, hash }: { base: Record<string, string>; mine: ReadPage; hash: string },
): Promise<EditRefusal[]> {
  const refusals: EditRefusal[] = [];
  const added = [...mine.added];
  for (const [name, text] of Object.entries(mine.lines)) {
    if (base[name] === text) continue;
    const target = targetOf(parts, key, name);
    if (target === null) added.push(text);
    else {
      if (!(name in base) && target.kind === 'memory') parts.moved.add(name);
      const was = base[name] ?? presentText(parts, target);
      if (was === text || text === '') continue;
      refusals.push(
        ...(await attempt(parts, text, () =>
          SENDERS[target.kind](parts, { ...target, was, text }),
        )),
      );
    }
  }
  for (const [at, text] of added.entries()) {
    // After a kill, the same line of the same page is the same request.
    const repeated = added.slice(0, at).filter((each) => each === text).length;
    const idempotencyKey = createHash('sha256')
      .update(JSON.stringify([parts.state.id, key, hash, text, repeated]))
      .digest('hex');
    const add = pageKindOf(key) === 'tasks' ? addTask : addFact;
    refusals.push(...(await attempt(parts, text, () => add(parts, { key, text, idempotencyKey }))));
  }
  return refusals;
}

/** Returns null for a line whose id the mirror does not know, such as one from an old copy. */
function targetOf(
  { state }: MirrorParts,
  key: PageKey,
  name: string,
): { kind: Kind; id: string } | null {
  if (name === 'title')
    return { kind: pageKindOf(key) as 'conversation' | 'person', id: pageIdOf(key) };
  const kind = pageKindOf(key) === 'tasks' ? 'task' : 'memory';
  const id = Object.keys(state.records[kind]).find((each) => blockId(each) === name);
  return id === undefined ? null : { kind, id };
}

function presentText(
  { state, zone }: MirrorParts,
  { kind, id }: { kind: Kind; id: string },
): string {
  const { records } = state;
  if (kind === 'task') return taskText(records.task[id]!, zone);
  if (kind === 'memory') return records.memory[id]!.text;
  return kind === 'person'
    ? (records.person[id]?.name ?? '')
    : (records.conversation[id]?.title ?? '');
}

/** A refusal concerns one text; the loss of the service or of the key ends the reading. */
async function attempt(
  { counts }: MirrorParts,
  text: string,
  send: () => Promise<void>,
): Promise<EditRefusal[]> {
  try {
    await send();
    counts.sent += 1;
    return [];
  } catch (error) {
    const refused = `“${text}” was not taken over: `;
    if (error instanceof BothChanged) return [refused + BOTH];
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412) return [refused + BOTH];
    if (error.status === 404) return [`${refused}it no longer exists in the service`];
    if (error.status === 401 || error.status === 429 || error.status >= 500) throw error;
    return [refused + error.message];
  }
}

const SENDERS: Record<Kind, Send> = {
  conversation: async (parts, { id, was, text }) => {
    const { client, state } = parts;
    const { value, etag } = await client.read('getConversation', { conversation_id: id });
    const theirs = onOneLine(value.structured.title) || 'Conversation';
    if (needsChange({ was, text, theirs })) {
      await client.updateConversation({ conversation_id: id, title: text }, { ifMatch: etag });
    }
    const record = state.records.conversation[id];
    if (record) putRecord(parts, { kind: 'conversation', id }, { ...record, title: text });
  },
  person: async (parts, { id, was, text }) => {
    const { client } = parts;
    const { value, etag } = await client.read('getPerson', { person_id: id });
    if (needsChange({ was, text, theirs: value.name })) {
      await client.updatePerson({ person_id: id, name: text }, { ifMatch: etag });
    }
    putRecord(parts, { kind: 'person', id }, { name: text });
  },
  memory: async (parts, { id, was, text }) => {
    const { client } = parts;
    const { value, etag } = await client.read('getMemory', { memory_id: id });
    if (needsChange({ was, text, theirs: onOneLine(value.content) })) {
      await client.updateMemory({ memory_id: id, content: text }, { ifMatch: etag });
    }
    putRecord(parts, { kind: 'memory', id }, memoryRecord({ ...value, content: text }));
  },
  task: async (parts, { id, was, text }) => {
    const { client, zone } = parts;
    const { value, etag } = await client.read('getActionItem', { action_item_id: id });
    const theirs = readTask(taskText(taskRecord(value), zone))!;
    const fields = await taskFields(parts, { was: readTask(was)!, mine: readTask(text)!, theirs });
    const after =
      Object.keys(fields).length === 0
        ? value
        : await client.updateActionItem({ action_item_id: id, ...fields }, { ifMatch: etag });
    putRecord(parts, { kind: 'task', id }, taskRecord(after));
  },
};

function needsChange({
  was,
  text,
  theirs,
}: {
  was: string;
  text: string;
  theirs: string;
}): boolean {
  if (theirs === text) return false;
  if (theirs !== was) throw new BothChanged();
  return true;
}

/** A tick here and another text there do not exclude each other, so each field is compared. */
async function taskFields(
  { client }: MirrorParts,
  { was, mine, theirs }: { was: TaskLine; mine: TaskLine; theirs: TaskLine },
): Promise<{ description?: string; completed?: boolean; due_at?: string | null }> {
  const isNew = (field: keyof TaskLine): boolean => {
    if (mine[field] === was[field] || mine[field] === theirs[field]) return false;
    if (theirs[field] !== was[field]) throw new BothChanged();
    return true;
  };
  return {
    ...(mine.text !== '' && isNew('text') && { description: mine.text }),
    ...(isNew('completed') && { completed: mine.completed }),
    ...(isNew('due') && { due_at: mine.due && (await dueAt(client, mine.due)) }),
  };
}

/** The service knows the hour at which the tasks of a day are due. */
async function dueAt(client: MirrorParts['client'], day: string): Promise<string> {
  const { due_at } = await client.readDueTime({ description: `Due on ${day}` });
  if (due_at === null) throw new ApiError(422, `${day} is not a day to come`, null);
  return due_at;
}

interface Addition {
  key: PageKey;
  text: string;
  idempotencyKey: string;
}

async function addTask(parts: MirrorParts, { text, idempotencyKey }: Addition): Promise<void> {
  const { client } = parts;
  const { text: description, completed, due } = readTask(text)!;
  const added = await client.createActionItem(
    {
      description,
      completed,
      ...(due === null ? { due_words: {} } : { due_at: await dueAt(client, due) }),
    },
    { idempotencyKey },
  );
  putRecord(parts, { kind: 'task', id: added.id }, taskRecord(added));
}

async function addFact(parts: MirrorParts, { key, text, idempotencyKey }: Addition): Promise<void> {
  const fields = fieldsOfSubject(pageIdOf(key));
  const added = await parts.client.createMemory({ content: text, ...fields }, { idempotencyKey });
  putRecord(parts, { kind: 'memory', id: added.id }, memoryRecord(added));
}

/** A task as the mirror reads it back from its own line. */
function taskText(record: RecordOf['task'], zone: Zone): string {
  const days = { due: record.due_at && zone.date(record.due_at), done: null };
  return plainTask(readTask(writeTask(record, days))!);
}
