/** Users who write continuously and remember which writes the service acknowledged. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import type { TortureUser } from './client.ts';
import { uploadRecordings } from './uploads.ts';
import type { ConversationEntry, Ledger, RecordEntry } from './ledger.ts';

export interface Resource {
  name: string;
  path: string;
  /** The field that contains the text. */
  field: string;
  /** The query string for the path of the list. */
  query?: string;
}

export const RESOURCES: readonly Resource[] = [
  { name: 'memory', path: '/v1/dev/user/memories', field: 'content' },
  { name: 'action item', path: '/v1/dev/user/action-items', field: 'description' },
  { name: 'goal', path: '/v1/dev/user/goals', field: 'title', query: 'include_inactive=true&' },
  { name: 'person', path: '/v1/dev/user/people', field: 'name' },
];

export const CONVERSATIONS = '/v1/dev/user/conversations';

export interface WriterOptions {
  user: TortureUser;
  ledger: Ledger;
  stop: AbortSignal;
}

/** Starts all writers of one user, which run at the same time. */
export function startWriting(options: WriterOptions): Promise<unknown> {
  return Promise.all([
    ...RESOURCES.map((resource) => writeRecords(resource, options)),
    writeConversations(options),
    talk(options),
    endRecordings(options),
    uploadRecordings(options),
  ]);
}

async function writeRecords(resource: Resource, options: WriterOptions): Promise<void> {
  const { user, ledger, stop } = options;
  while (!stop.aborted) {
    const mine = ledger.records.filter(
      (entry) =>
        entry.user === user.id && entry.resource === resource.name && entry.presence === 'present',
    );
    const chosen = mine[Math.floor(Math.random() * mine.length)];
    const dice = Math.random();
    if (!chosen || dice < 0.6) await create(resource, options);
    else if (dice < 0.8) await change(resource, chosen, options);
    else await remove(resource, chosen, options);
    await pause(stop, 5);
  }
}

async function create(resource: Resource, { user, ledger }: WriterOptions): Promise<void> {
  const marker = ledger.marker();
  const text = `Something about ${marker} in the garden`;
  const entry: RecordEntry = {
    user: user.id,
    resource: resource.name,
    marker,
    id: null,
    presence: 'unknown',
    texts: new Set([text]),
  };
  ledger.records.push(entry);
  const answer = await user.call('POST', resource.path, { body: { [resource.field]: text } });
  if (answer?.status !== 200) return;
  entry.id = answer.body.id;
  entry.presence = 'present';
}

async function change(
  { path, field }: Resource,
  entry: RecordEntry,
  { user }: WriterOptions,
): Promise<void> {
  const text = `Else about ${entry.marker}, number ${entry.texts.size}`;
  const before = new Set(entry.texts);
  entry.texts.add(text);
  const answer = await user.call('PATCH', `${path}/${entry.id}`, { body: { [field]: text } });
  if (answer?.status === 200) entry.texts = new Set([text]);
  // A refusal changed nothing. A 503 or a lost connection may have changed data.
  else if (answer?.status === 507) entry.texts = before;
}

async function remove(
  { path }: Resource,
  entry: RecordEntry,
  { user }: WriterOptions,
): Promise<void> {
  entry.presence = 'unknown';
  const answer = await user.call('DELETE', `${path}/${entry.id}`);
  if (answer?.status === 200 || answer?.status === 204) entry.presence = 'absent';
}

async function writeConversations({ user, ledger, stop }: WriterOptions): Promise<void> {
  while (!stop.aborted) {
    const marker = ledger.marker();
    const text = `I talked to Ana about ${marker} for a long time. She works as a nurse in Porto and likes green tea.`;
    const entry: ConversationEntry = { user: user.id, marker, text, id: null };
    ledger.conversations.push(entry);
    await sendConversation(user, entry);
    await pause(stop, 400);
  }
}

/** The request is safe to repeat, because its key makes it create only one conversation. */
export async function sendConversation(user: TortureUser, entry: ConversationEntry): Promise<void> {
  const headers = { 'Idempotency-Key': entry.marker };
  const answer = await user.call('POST', CONVERSATIONS, { body: { text: entry.text }, headers });
  if (answer?.status === 200) entry.id = answer.body.id;
}

/** Runs a device that sends speech, and reconnects when its connection ends. */
async function talk({ user, ledger, stop }: WriterOptions): Promise<void> {
  while (!stop.aborted) {
    try {
      await talkOnce({ user, ledger, stop });
    } catch {
      await pause(stop, 100);
    }
  }
}

async function talkOnce({ user, ledger, stop }: WriterOptions): Promise<void> {
  await using listener = await Listener.open(user.url, {
    token: user.token,
    uid: user.id,
    custom_stt: 'enabled',
    conversation_timeout: 2,
  });
  const ended = listener.closed.then(() => 'ended' as const);
  let conversation_id = '';
  const begin = (session: Json) => {
    conversation_id = session.conversation_id;
    ledger.recordings.set(conversation_id, user.id);
  };
  // A busy machine may have received the first messages already.
  for (const event of listener.events) if (event.type === 'conversation_session') begin(event);
  const known = new Set<string>();
  listener.socket.on('message', (data) => {
    const message: Json = String(data) === 'ping' ? {} : JSON.parse(String(data));
    if (message.type === 'conversation_session') begin(message);
    if (!Array.isArray(message)) return;
    for (const { text } of message) {
      for (const marker of String(text).match(/mark\d+x/g) ?? []) {
        if (known.has(marker)) continue;
        known.add(marker);
        ledger.words.push({ user: user.id, marker, conversation_id });
      }
    }
  });
  for (let second = 0; !stop.aborted; second += 1) {
    const text = `The next thing on my list is ${ledger.marker()} for the weekend.`;
    listener.say({
      type: 'suggested_transcript',
      segments: [{ text, is_user: true, start: second, end: second + 1 }],
    });
    const over = await Promise.race([ended, pause(stop, 120)]);
    if (over === 'ended') return;
  }
}

/** Ends the recordings of the user's device through any of the processes. */
async function endRecordings({ user, stop }: WriterOptions): Promise<void> {
  while (!stop.aborted) {
    await pause(stop, 200 + Math.random() * 1_500);
    await user.call('POST', '/v1/conversations', { body: {}, asUser: true, waits: true });
  }
}

async function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {});
}
