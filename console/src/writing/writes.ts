/**
 * Changes of the user's records. Each is stored in the browser before it is sent. While the service
 * does not answer, it waits there and is sent later, in order.
 */
import type { CallOptions, Operations } from '../../../client/src/index.ts';
import { randomUuid } from '../../../client/src/uuid.ts';
import * as m from '../paraglide/messages.js';
import { saveEdit } from '../service/merging.ts';
import type { Edit } from '../service/merging.ts';
import { isUnanswered, storeCopy } from '../service/offline.ts';
import { isMissing } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { canSend, locked } from './locks.ts';
import { splitWords } from './split-words.ts';
import { addWrite, announce, deleteWrite, listWrites, putWrite, userId } from './store.ts';
import { recordOf } from './record-of.ts';
import type { StoredEdit, Write, WriteName } from './state.ts';

/** Direct changes share this lock. The queue takes it alone, so its order is kept in all tabs. */
export const withLock = <Value>(
  mode: LockMode,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => locked('commonplace-writes', mode, run);

/** Direct changes of one record are sent one after the other, in all tabs. */
const oneAtATime = <Value>(
  record: string,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => locked(`commonplace-writes ${record}`, 'exclusive', run);

type Output<N extends WriteName> = Operations[N]['output'];
type Send = (input: object, options: CallOptions) => Promise<unknown>;
type SendNow<Value> = (key: string, signal?: AbortSignal) => Promise<Value>;

/** Sends a change, or lets it wait. Returns undefined when it waits. */
export function write<N extends WriteName>(
  operation: N,
  input: Operations[N]['input'],
  {
    onWait,
    ...seen
  }: Pick<Write, 'item' | 'about' | 'split'> & { onWait?: (id: string) => void } = {},
): Promise<Output<N> | undefined> {
  const change = { operation, input: { ...input }, ...seen };
  const sendNow: SendNow<Output<N>> = (...given) => send(change, ...given) as Promise<Output<N>>;
  return attempt(change, sendNow, onWait);
}

type Target = Pick<Write, 'operation'> &
  Pick<StoredEdit, 'read' | 'key' | 'field'> & { path?: string; part?: Write['input'] };

/**
 * Writes a text to the version that the user has seen; see `saveEdit`. `part` names the part of the
 * record. Returns the answer of the service; undefined when the text waits.
 */
export function writeEdit<N extends WriteName>(
  { text, before }: Edit,
  { operation, key: record, part, path, ...target }: Target & { operation: N },
): Promise<{ answer: Output<N> | undefined } | undefined> {
  const edit = { ...target, key: record, path: path ?? target.field, text, before };
  const change = { operation, input: { ...record, ...part }, edit };
  return attempt(change, (...given) =>
    send(change, ...given).then((answer) => ({ answer: answer as Output<N> | undefined })),
  );
}

/**
 * Deletes a record. A deletion that waits is sent only if the text is still the one that the user
 * has seen.
 */
export function writeDeletion(
  { operation, ...edit }: Pick<Write, 'operation'> & Omit<StoredEdit, 'text' | 'field'>,
  onWait: () => void,
) {
  const change = { operation, input: edit.key };
  const stored = { ...change, edit: { ...edit, field: edit.path, text: null } };
  return attempt(stored, (...given) => send(change, ...given), onWait);
}

/** The changes that this page is sending for the first time; its queue leaves them to it. */
export const inFlight = new Set<number>();

/** Stores a change, and sends it unless earlier ones wait. Returns undefined when it waits. */
export async function attempt<Value>(
  change: Pick<Write, 'operation' | 'input' | 'edit' | 'item' | 'about' | 'split'>,
  sendNow: SendNow<Value>,
  onWait?: (id: string) => void,
): Promise<Value | undefined> {
  const key = randomUuid();
  const user_id = userId();
  const stored = user_id
    ? await addWrite({ ...change, key, user_id, at: Date.now(), waits: false })
    : null;
  if (!stored) return sendNow(key);
  inFlight.add(stored.order);
  const sent = await withLock('shared', () =>
    oneAtATime(recordOf(stored), (signal) => sendUnlessWaiting(stored, sendNow, signal)),
  )
    .catch((error: unknown) => {
      if (isUnanswered(error)) return null;
      throw error;
    })
    .finally(() => inFlight.delete(stored.order));
  if (sent) return sent.value;
  onWait?.(key);
  await announce();
  const { sendLater } = await import('./queue.ts');
  await storeCopy().catch(() => {});
  sendLater();
  return undefined;
}

async function sendUnlessWaiting<Value>(
  stored: Write,
  sendNow: SendNow<Value>,
  signal: AbortSignal,
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
    if (canSend() && !isBehind && !isNamedAnew) {
      const value = await sendNow(own.key, limited(signal));
      await deleteWrite(own);
      return { value };
    }
  } catch (error) {
    if (!isUnanswered(error) && !signal.aborted) {
      await deleteWrite(own);
      throw error;
    }
  }
  await putWrite({ ...own, waits: true });
  return null;
}

/** An answer that takes longer is as good as none, and the lock is for others, too. */
const LONGEST_MS = 30_000;
export const limited = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);

export async function send(
  { operation, input, edit, split }: Pick<Write, 'operation' | 'input' | 'edit' | 'split'>,
  key: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const call = service[operation] as Send;
  const options: CallOptions = signal ? { signal } : {};
  if (split) {
    const { conversation_id, segment_ids } = input as Operations['splitSpeaker']['input'];
    const [segment_id = '', ...others] = segment_ids;
    const second = await splitWords({ conversation_id, segment_id }, split, {
      ...options,
      idempotencyKey: `${key}-words`,
    });
    return call(
      { conversation_id, segment_ids: [second, ...others] },
      { ...options, idempotencyKey: key },
    );
  }
  if (!edit) {
    const once = hasExternalId(operation) ? { ...input, external_id: key } : input;
    return call(once, { ...options, idempotencyKey: key });
  }
  return saveEdit(edit, {
    read: () =>
      service.read(edit.read, edit.key as never, options) as Promise<{
        value: object;
        etag: string;
      }>,
    textOf: (record) => textAt(record, edit.path),
    write: (ifMatch) =>
      call(edit.text === null ? input : { ...input, [edit.field]: edit.text }, {
        ...options,
        ifMatch,
      }),
  }).catch((error: unknown) => {
    const isDone = edit.text === null && isMissing(error);
    if (!isDone) throw error;
  });
}

/**
 * The service forgets idempotency keys after a day, but a browser may send a change again much
 * later. An external id creates one record for ever.
 */
const hasExternalId = (operation: WriteName): boolean =>
  operation === 'createOwnActionItem' || operation === 'createOwnMemory';

/** Throws when the record has no such part any more. */
function textAt(record: object, path: string): string {
  const text = path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return (value as { id: string }[]).find(({ id }) => id === name);
    return (value as Record<string, unknown> | undefined)?.[name];
  }, record);
  if (typeof text !== 'string') throw new Error(m.waited_words_gone());
  return text;
}
