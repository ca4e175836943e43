/**
 * Changes of the user's records. Each is stored in the browser before it is sent. While the service
 * does not answer, it waits there and is sent later, in order.
 */
import type { Operations } from '../../../client/src/index.ts';
import { Unreachable } from '../../../client/src/errors.ts';
import { randomUuid } from '../../../client/src/uuid.ts';
import { saveEdit } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { ApiError, service } from '../service/service.ts';
import { isOnline } from '../service/session.ts';
import { addWrite, announce, deleteWrite, listWrites, putWrite, userId } from './store.ts';
import type { StoredEdit, Write, WriteName } from './state.ts';

/**
 * Direct changes share this lock. The queue takes it alone, so its order is kept in all tabs. A page
 * that was opened over http has no locks.
 */
export const withLock = <Value>(mode: LockMode, run: () => Promise<Value>): Promise<Value> =>
  locked('commonplace-writes', mode, run);

/** Direct changes of one record are sent one after the other, in all tabs. */
const oneAtATime = <Value>(record: string, run: () => Promise<Value>): Promise<Value> =>
  locked(`commonplace-writes ${record}`, 'exclusive', run);

async function locked<Value>(
  name: string,
  mode: LockMode,
  run: () => Promise<Value>,
): Promise<Value> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request(name, { mode }, run) : run();
}

type Output<N extends WriteName> = Operations[N]['output'];
type Options = { idempotencyKey?: string; ifMatch?: string };
type Send = (input: object, options: Options) => Promise<unknown>;

/** Sends a change, or lets it wait. Returns undefined when it waits. */
export function write<N extends WriteName>(
  operation: N,
  input: Operations[N]['input'],
  { item, onWait }: { item?: string; onWait?: (id: string) => void } = {},
): Promise<Output<N> | undefined> {
  const change = { operation, input: { ...input }, ...(item !== undefined && { item }) };
  const sendNow = (key: string) => send(change, key) as Promise<Output<N>>;
  return attempt(change, sendNow, onWait);
}

type Target = Pick<Write, 'operation'> & Pick<StoredEdit, 'read' | 'key' | 'field'>;

/** Writes a text to the version that the user has seen; see `saveEdit`. */
export function writeEdit({ text, before }: Edit, { operation, key: record, ...target }: Target) {
  const edit = { ...target, key: record, path: target.field, text, before };
  const change = { operation, input: record, edit };
  return attempt(change, (key) => send(change, key));
}

/** Stores a change, and sends it unless earlier ones wait. Returns undefined when it waits. */
export async function attempt<Value>(
  change: Pick<Write, 'operation' | 'input' | 'edit' | 'item'>,
  sendNow: (key: string) => Promise<Value>,
  onWait?: (id: string) => void,
): Promise<Value | undefined> {
  const key = randomUuid();
  const user_id = userId();
  const stored = user_id ? await addWrite({ ...change, key, user_id, waits: false }) : null;
  if (!stored) return sendNow(key);
  const sent = await withLock('shared', () =>
    oneAtATime(recordOf(stored), () => sendUnlessWaiting(stored, sendNow)),
  );
  if (sent) return sent.value;
  onWait?.(key);
  await announce();
  const [{ storeCopy }, { sendLater }] = await Promise.all([
    import('../service/offline.ts'),
    import('./queue.ts'),
  ]);
  await storeCopy();
  sendLater();
  return undefined;
}

async function sendUnlessWaiting<Value>(
  stored: Write,
  sendNow: (key: string) => Promise<Value>,
): Promise<{ value: Value } | null> {
  const all = await listWrites();
  const own = all.find(({ order }) => order === stored.order);
  // The queue of another tab has sent it, or has tried to.
  if (!own || own.waits) return null;
  const record = recordOf(own);
  const isBehind = all.some(
    (each) => each.order < own.order && !each.problem && (each.waits || recordOf(each) === record),
  );
  // The queue has named a new record since, so `sendNow` no longer knows its id.
  const isNamedAnew = JSON.stringify(own) !== JSON.stringify(stored);
  try {
    if (isOnline.get() && !isBehind && !isNamedAnew) {
      const value = await sendNow(own.key);
      await deleteWrite(own);
      return { value };
    }
  } catch (error) {
    if (!isUnanswered(error)) {
      await deleteWrite(own);
      throw error;
    }
  }
  await putWrite({ ...own, waits: true });
  return null;
}

/** Names the record of a change. The name of a new record is the key of the change. */
function recordOf({ operation, input, key }: Pick<Write, 'operation' | 'input' | 'key'>): string {
  if (operation.startsWith('create')) return key;
  const { action_item_id, memory_id, goal_id, conversation_id } = input;
  return String(action_item_id ?? memory_id ?? goal_id ?? conversation_id);
}

/** Returns whether the service may never have seen the request. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof Unreachable || error instanceof TypeError;
}

export async function send(
  { operation, input, edit }: Pick<Write, 'operation' | 'input' | 'edit'>,
  key: string,
): Promise<unknown> {
  const call = service[operation] as Send;
  if (!edit) return call(input, { idempotencyKey: key });
  return saveEdit(edit, {
    read: () =>
      service.read(edit.read, edit.key as never) as Promise<{ value: object; etag: string }>,
    textOf: (record) => textAt(record, edit.path),
    write: (ifMatch) => call({ ...input, [edit.field]: edit.text }, { ifMatch }),
  });
}

function textAt(record: object, path: string): string {
  return String(path.split('.').reduce((value, name) => (value as never)[name], record as never));
}
