/** Deletes pages in the service that the user removed in the folder, only on request. */
import { ApiError } from '../../../client/src/index.ts';
import { blockId } from './text/lines.ts';
import { pageIdOf, pageKeyOf, pageKindOf, pageKeyIn, splitPage } from './text/page-text.ts';
import type { PageKey } from './text/page-text.ts';
import { pagesLinkedTo, putRecord } from './parts.ts';
import type { MirrorParts } from './parts.ts';
import type { ReadPage } from './text/read-back.ts';

/** A page that lost more lines than this, and half of them, is damaged rather than edited. */
const MANY = 10;
const HINT =
  'To delete there what you delete here, run the mirror with --delete-removed; to get it back, ' +
  'with --restore-removed.';

/** Handles the lines of tasks and facts that are no longer in their page; returns refusals. */
export async function removedLines(
  parts: MirrorParts,
  key: PageKey,
  { base, mine, text }: { base: Record<string, string>; mine: ReadPage; text: string },
): Promise<string[]> {
  if (pageKindOf(key) !== 'tasks' && pageKindOf(key) !== 'facts') return [];
  const { state, options, say, dirty } = parts;
  const kind = pageKindOf(key) === 'tasks' ? 'task' : 'memory';
  const gone = new Set(Object.keys(base).filter((name) => !(name in mine.lines)));
  if (gone.size === 0) return [];
  const isMuch = gone.size > MANY && gone.size > Object.keys(base).length / 2;
  if (isMuch || pageKeyIn(splitPage(text)) === null) {
    return [`${gone.size} lines were missing, and are written again`];
  }
  const elsewhere = kind === 'memory' ? otherFacts(parts, key) : '';
  const ids = Object.keys(state.records[kind]).filter((id) => {
    const block = blockId(id);
    return gone.has(block) && !parts.moved.delete(block) && !elsewhere.includes(` ^${block}`);
  });
  for (const id of ids) {
    if (options.deleteRemoved) await deleteRecord(parts, kind, id);
    else if (!state.hidden.includes(id)) state.hidden.push(id);
  }
  dirty.add(key);
  if (ids.length > 0 && !options.deleteRemoved) {
    const subject = ids.length === 1 ? 'A line was' : `${ids.length} lines were`;
    say(
      `${subject} removed from ${state.files[key]?.path ?? key}, but not in the service. ${HINT}`,
    );
  }
  return [];
}

/** Returns the texts of the other subjects, because a line that was moved is not removed. */
function otherFacts({ state, folder, dirty }: MirrorParts, key: PageKey): string {
  const others = (Object.keys(state.files) as PageKey[]).filter(
    (other) => pageKindOf(other) === 'facts' && other !== key,
  );
  for (const other of others) dirty.add(other);
  return others.map((other) => folder.read(state.files[other]!.path)?.text ?? '').join('\n');
}

/** Handles pages whose files are gone. */
export async function removedPages(parts: MirrorParts, keys: readonly PageKey[]): Promise<void> {
  const { state, say, dirty } = parts;
  const told: string[] = [];
  for (const key of keys) {
    const { path } = state.files[key]!;
    if (pageKindOf(key) === 'conversation' || pageKindOf(key) === 'person') {
      state.files[key]!.removed = true;
      for (const linked of pagesLinkedTo(state, key)) dirty.add(linked);
      told.push(path);
    } else {
      delete state.files[key];
      dirty.add(key);
      say(`${path} was deleted. It lists records that exist, so it is written again.`);
    }
  }
  if (parts.options.deleteRemoved || told.length === 0) return;
  const subject =
    told.length === 1 ? `${told[0]} was` : `${told.length} files (such as ${told[0]}) were`;
  say(`${subject} deleted here, but not in the service. ${HINT}`);
}

/** Deletes in the service what was removed here, now or in an earlier run. */
export async function deleteRemoved(parts: MirrorParts): Promise<void> {
  const { state, say } = parts;
  const all = Object.entries(state.files) as [PageKey, { removed?: true }][];
  const records = all.filter(
    ([key]) => pageKindOf(key) === 'conversation' || pageKindOf(key) === 'person',
  );
  const removed = records.filter(([, file]) => file.removed).map(([key]) => key);
  if (removed.length > MANY && removed.length > records.length / 2) {
    say(
      `${removed.length} of ${records.length} files are missing. That looks like an accident, so nothing ` +
        'is deleted in the service. Get them back with --restore-removed, or delete them in the console.',
    );
    return;
  }
  for (const key of removed) {
    await deleteRecord(parts, pageKindOf(key) as 'conversation' | 'person', pageIdOf(key));
    delete state.files[key];
  }
  for (const id of state.hidden) {
    if (id in state.records.task) await deleteRecord(parts, 'task', id);
    if (id in state.records.memory) await deleteRecord(parts, 'memory', id);
  }
  state.hidden = [];
}

/** Writes again what was removed here. */
export function restoreRemoved({ state, dirty }: MirrorParts): void {
  for (const [key, { removed }] of Object.entries(state.files) as [PageKey, { removed?: true }][]) {
    if (!removed) continue;
    delete state.files[key];
    dirty.add(key);
    for (const linked of pagesLinkedTo(state, key)) dirty.add(linked);
  }
  for (const id of state.hidden) {
    const subject = state.records.memory[id]?.subject;
    dirty.add(subject === undefined ? pageKeyOf('tasks', 'tasks') : pageKeyOf('facts', subject));
  }
  state.hidden = [];
}

async function deleteRecord(
  parts: MirrorParts,
  kind: 'conversation' | 'person' | 'task' | 'memory',
  id: string,
): Promise<void> {
  const { client, say, counts } = parts;
  const requests = {
    conversation: () => client.deleteConversation({ conversation_id: id }),
    person: () => client.deletePerson({ person_id: id }),
    task: () => client.deleteActionItem({ action_item_id: id }),
    memory: () => client.deleteMemory({ memory_id: id }),
  };
  await requests[kind]().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
  putRecord(parts, { kind, id }, null);
  counts.sent += 1;
  say(`Deleted the ${kind} in the service that you removed here.`);
}
