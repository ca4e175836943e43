/** Sends the changes that wait, when the service answers again. */
import type { CallOptions, Conversation } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { isSameName } from '../people/names.ts';
import { ChangedElsewhere } from '../service/merging.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { isUnanswered } from '../service/offline.ts';
import { isOnline, sessionEnded } from '../service/session.ts';
import { showAgain } from '../shell/held-deletions.ts';
import { canSend } from './locks.ts';
import { withNext } from './split-words.ts';
import { announce, deleteWrite, listWrites, putWrite } from './store.ts';
import { goneAfter, recordOf } from './record-of.ts';
import { waiting } from './state.ts';
import type { Write, WriteName } from './state.ts';
import { inFlight, limited, send, withLock } from './writes.ts';

/** While the service answers the events but not a change. */
const RETRY_MS = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the changes of earlier pages, and those that wait, until `stopped` aborts. */
export function startQueue(stopped: AbortSignal): void {
  const send = () => void sendWaiting();
  let wasOffline = !isOnline.get();
  const subscriptions = [
    isOnline.subscribe(() => {
      if (wasOffline && isOnline.get()) void renew();
      else send();
      wasOffline = !isOnline.get();
    }),
    sessionEnded.subscribe(send),
    // The changes of a tab that cannot send.
    waiting.subscribe(() => waiting.get().count > 0 && canSend() && sendLater()),
  ];
  document.addEventListener('resume', send, { signal: stopped });
  stopped.addEventListener('abort', () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    clearTimeout(timer);
    timer = undefined;
  });
  void sendWaiting();
}

export function sendLater(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void sendWaiting();
  }, RETRY_MS);
}

/** A page that is read again before the changes are sent would lose them for a moment. */
const LONGEST_SENDING_MS = 3_000;

/** After the network was gone, sends the changes and renews all that the pages show. */
async function renew(): Promise<void> {
  const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_SENDING_MS));
  await Promise.race([sendWaiting(), waited]);
  await queryClient.invalidateQueries();
}

/** Sends the changes in their order, and stops when the service does not answer. */
export async function sendWaiting(): Promise<void> {
  const isSent = await withLock('exclusive', sendAll).catch((error: unknown) => {
    if (isUnanswered(error)) return false;
    throw error;
  });
  await announce();
  if (isSent) await queryClient.invalidateQueries();
}

async function sendAll(signal: AbortSignal): Promise<boolean> {
  let isSent = false;
  // A change may be added, or named anew, while another one is sent.
  for (let last = 0; ;) {
    const left = (await listWrites()).filter(({ order, problem }) => order > last && !problem);
    const first = left.filter(({ order, waits }) => !waits && inFlight.has(order));
    const records = new Set(first.map(recordOf));
    const next = left.find((write) => !records.has(recordOf(write)));
    if (!next) {
      if (first.length < left.length) sendLater();
      return isSent;
    }
    last = next.order;
    if (!next.waits) await putWrite({ ...next, waits: true });
    if (!canSend()) continue;
    try {
      await deliver(next, limited(signal));
      isSent = true;
    } catch (error) {
      if (isUnanswered(error) || signal.aborted) {
        sendLater();
        return isSent;
      }
      const problem =
        error instanceof ChangedElsewhere ? { theirs: error.theirs } : { reason: toMessage(error) };
      await putWrite({ ...next, waits: true, problem });
      // A deletion that somebody else's change stopped is hidden until the user decides.
      if (!next.edit) showAgain(goneAfter(next));
      isSent = true;
    }
  }
}

async function deliver(write: Write, signal: AbortSignal): Promise<void> {
  const made = ((await MADE_EARLIER[write.operation]?.(write, { signal })) ??
    (await send(await numbered(write, signal), write.key, signal))) as { id?: string } | null;
  const id = write.split
    ? secondPart(write, made as Conversation)
    : write.operation.startsWith('create') && made?.id;
  if (id) await nameRecord(write, id);
  await deleteWrite(write);
}

/** Returns the id of the second part of a segment that was split. */
function secondPart({ input }: Write, { transcript_segments }: Conversation): string | undefined {
  const [first] = input['segment_ids'] as string[];
  return withNext(transcript_segments, first!)[1]?.id;
}

/** The clocks of browser and service may disagree. */
const CLOCKS_MS = 3_600_000;

/**
 * An earlier try may have created the record although its answer was lost. This finds records that
 * have no external id; see `hasExternalId`. A name belongs to one person, who may also have been added
 * from elsewhere meanwhile.
 */
const MADE_EARLIER: Partial<
  Record<WriteName, (write: Write, options: CallOptions) => Promise<{ id: string } | undefined>>
> = {
  createOwnGoal: async ({ input, at }, options) => {
    const created_from = new Date(at - CLOCKS_MS).toISOString();
    const goals = await service.listOwnGoals({ created_from, include_inactive: true }, options);
    return goals.find(({ title }) => title === String(input['title']).trim());
  },
  createOwnPerson: async ({ input }, options) => {
    const name = String(input['name']);
    const people = await service.listOwnPeople({ text: name.trim(), limit: 1000 }, options);
    return people.find((person) => isSameName(person.name, name));
  },
};

/** Finds the task of a conversation again, whose number may have changed. Throws if it is gone. */
async function numbered(write: Write, signal: AbortSignal): Promise<Write> {
  const { input, item } = write;
  if (item === undefined) return write;
  const conversation_id = String(input['conversation_id']);
  const { structured } = await service.getOwnConversation({ conversation_id }, { signal });
  const index = structured.action_items.findIndex(({ description }) => description === item);
  const [given] = input['items_idx'] as number[];
  const isSame = structured.action_items[given!]?.description === item;
  if (index < 0) throw new Error(m.waited_task_gone());
  return { ...write, input: { ...input, items_idx: [isSame ? given : index] } };
}

/** Puts the id of a new record, or of a new segment, into the later changes of it that wait. */
async function nameRecord({ key, order }: Write, id: string): Promise<void> {
  for (const write of await listWrites()) {
    const text = JSON.stringify(write);
    if (write.order === order || !text.includes(key)) continue;
    await putWrite(JSON.parse(text.replaceAll(key, id)) as Write);
  }
}

/** Writes the text of the user over the one that somebody else wrote. */
export async function writeMine(write: Write): Promise<void> {
  const { problem, edit, ...rest } = write;
  if (!edit || !problem || !('theirs' in problem)) return;
  await putWrite({ ...rest, edit: { ...edit, before: problem.theirs } });
  await sendWaiting();
}

export async function dropWrite(write: Write): Promise<void> {
  await deleteWrite(write);
  showAgain(goneAfter(write));
  await announce();
  await queryClient.invalidateQueries();
}
