/** Sends the story to a running service and prints the result. */
import { setTimeout as wait } from 'node:timers/promises';
import { SAMPLE_SOURCE } from '../../src/domains/conversations/conversation.ts';
import { PACKET_MS, packetsOfSample } from '../../src/domains/listening/demo/sample-sound.ts';
import { sampleMessages } from '../../src/domains/listening/demo/sample-story.ts';
import { request } from '../../src/testing/clients/api-user.ts';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { Listener } from '../../src/testing/clients/listener.ts';
import { DemoError } from './account.ts';
import type { Account } from './account.ts';

export type Print = (line: string) => void;

/** Returns whether the account has no conversations and no memories. */
export async function isFresh(owner: ApiUser): Promise<boolean> {
  const [said, remembered] = await Promise.all([
    owner.call('GET', '/v1/conversations?include_discarded=true&limit=1'),
    owner.call('GET', '/v3/memories?limit=1'),
  ]);
  return said.body.length === 0 && remembered.body.length === 0;
}

export async function tellStory(
  { owner, me }: Account,
  { print, speed = 1 }: { print: Print; speed?: number },
): Promise<void> {
  const live = await owner.call('GET', '/v1/conversations?statuses=in_progress&limit=1');
  if (live.body.length > 0) {
    throw new DemoError('One of your recordings is running. Try again when it has ended.');
  }
  const { recogniser } = (await request(owner.url, 'GET', '/readyz')).body;
  const hears = recogniser.name !== 'none';
  if (hears) print(`recogniser: ${recogniser.name}, quality ${recogniser.quality}\n`);
  else {
    print(
      'Nothing here can hear yet, so the demo sends its words as a phone with its own recogniser',
    );
    print('would. To be heard, fetch a recogniser: commonplace models pull\n');
  }
  const conversation = await (hears ? speakIt(owner, print, speed) : sendWords(owner, print));
  await show({ owner, me }, conversation, print);
}

/** Sends the sound in real time, or `speed` times as fast. */
async function speakIt(owner: ApiUser, print: Print, speed: number): Promise<Json> {
  await using device = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    codec: 'opus_fs320',
    sample_rate: 16_000,
    source: SAMPLE_SOURCE,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  const lines = new SettledLines(device, print);
  const shown = setInterval(() => lines.show(), 200);
  const started = performance.now();
  try {
    for (const [index, packet] of packetsOfSample().entries()) {
      device.socket.send(packet);
      const ahead = (index * PACKET_MS) / speed - (performance.now() - started);
      if (ahead > 5) await wait(ahead);
    }
    return await ended(owner);
  } finally {
    clearInterval(shown);
    lines.show({ isOver: true });
  }
}

/** Sends the same story as text, like a client that transcribes by itself. */
async function sendWords(owner: ApiUser, print: Print): Promise<Json> {
  await using device = await Listener.open(owner.url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
    source: SAMPLE_SOURCE,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  const lines = new SettledLines(device, print);
  for (const message of sampleMessages()) {
    device.say(message);
    await device.until(() => device.text.includes(message.segments[0]!.text));
  }
  lines.show({ isOver: true });
  return ended(owner);
}

async function ended(owner: ApiUser): Promise<Json> {
  const { status, body } = await owner.call('POST', '/v1/conversations', {});
  if (status !== 200) throw new DemoError(body.detail);
  return body.conversation;
}

/** While somebody speaks, the words and their speaker still change. */
const SETTLED_MS = 2_000;

/** Prints each turn once its words have stopped changing and somebody else speaks. */
class SettledLines {
  readonly #device: Listener;
  readonly #print: Print;
  readonly #printed = new Set<string>();
  readonly #seen = new Map<string, { text: string; since: number }>();

  constructor(device: Listener, print: Print) {
    this.#device = device;
    this.#print = print;
  }

  show({ isOver = false } = {}): void {
    const segments = [...this.#device.segments.values()].toSorted((a, b) => a.start - b.start);
    for (const [at, { id, text, end, speaker_name }] of segments.entries()) {
      if (this.#printed.has(id) || text === '') continue;
      const isLast = at === segments.length - 1;
      if (!isOver && (isLast || !this.#isSettled(id, text))) return;
      this.#printed.add(id);
      this.#print(`  ${end.toFixed(1).padStart(5)} s  ${speaker_name}: ${text}`);
    }
  }

  #isSettled(id: string, text: string): boolean {
    const seen = this.#seen.get(id);
    if (seen?.text === text) return performance.now() - seen.since >= SETTLED_MS;
    this.#seen.set(id, { text, since: performance.now() });
    return false;
  }
}

async function show(
  { owner, me }: Omit<Account, 'leave'>,
  { id, structured, understood_by }: Json,
  print: Print,
): Promise<void> {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: me.timezone,
  });
  const time = (instant: string) => format.format(new Date(instant));
  const { title, overview, category, emoji, action_items, events } = structured;
  print(`\n${emoji} ${title}   (${category}, understood by ${understood_by})\n${overview}`);
  for (const { description, due_at } of action_items) {
    print(`  ☐ ${description}${due_at ? `, due ${time(due_at)}` : ''}`);
  }
  for (const { title: what, start, duration } of events) {
    print(`  ◷ ${what}, ${time(start)}, ${duration} min`);
  }
  print('\nRemembered:');
  for (const { content, category: kind } of await learnt(owner, id))
    print(`  • ${content} (${kind})`);
}

/** Returns the memories from this conversation. */
async function learnt(owner: ApiUser, conversation_id: string): Promise<Json[]> {
  const { body } = await owner.call('GET', '/v3/memories?limit=50');
  const whole = await Promise.all(
    body.map(({ id }: Json) => owner.call('GET', `/v3/memories/${id}`)),
  );
  return whole
    .map((each: Json) => each.body)
    .filter((memory: Json) => memory.conversation_id === conversation_id);
}

/**
 * Deletes every conversation of a demo with its tasks and memories. Returns the number of deleted
 * conversations.
 */
export async function forgetDemo(owner: ApiUser): Promise<number> {
  const path = `/v1/conversations?sources=${SAMPLE_SOURCE}&include_discarded=true&limit=100`;
  const { body } = await owner.call('GET', path);
  for (const { id } of body) {
    const { status } = await owner.call('DELETE', `/v1/conversations/${id}?cascade=true`);
    if (status >= 400) throw new DemoError(`Conversation ${id} could not be deleted.`);
  }
  return body.length;
}
