/** Tests devices with recordings of their own that hear the same talk. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const TALK = [
  'The boat needs a new sail before the summer regatta begins in June.',
  'I will ask Ana whether her workshop can sew one by the end of May.',
];
const MEAL = [
  'We should cook the lentil soup tonight because the carrots are old.',
  'Please fetch two loaves of bread and some butter from the corner shop.',
];
// The glasses mishear a word, and hear a sentence that the pendant misses.
const MISHEARD = [
  TALK[0]!.replace('regatta', 'vendetta'),
  TALK[1]!,
  'Goodbye then, see you on Monday.',
];
/** The lines of each session, and its first second. */
const HEARD: [lines: readonly string[], start: number][] = [
  [TALK, 1],
  [MISHEARD, 1.4],
  [MEAL, 1],
];
const LONGEST_SECONDS = 20;

let service: TestService;
before(async () => {
  const utterances = (session: number) => {
    const [lines, start] = HEARD[session % HEARD.length]!;
    return lines.map((text, at) => ({ text, start: start + at * 6, end: start + at * 6 + 5 }));
  };
  service = await startService({ recogniser: scriptedRecogniser({ utterances }) });
});
after(() => service[Symbol.asyncDispose]());

interface Device {
  key: ApiKey;
  listener: Listener;
}

/** Opens a device that hears the next lines. */
async function openDevice(): Promise<Device> {
  const key = await service.owner.key([], 'device');
  const sound = { codec: 'pcm16', sample_rate: 16_000 };
  const listener = await Listener.open(service.url, { token: key.key, ...sound });
  await listener.event('service_status', ({ status }) => status === 'ready');
  return { key, listener };
}

async function hears({ listener }: Device, lines: readonly string[]): Promise<void> {
  await listener.stream(new Int16Array(16_000 * LONGEST_SECONDS), { speed: 10 });
  await listener.until(() => listener.text.includes(lines.at(-1)!));
}

async function ends({ key, listener }: Device): Promise<Json> {
  const { body } = await key.call('POST', '/v1/conversations', {});
  await listener[Symbol.asyncDispose]();
  return body.conversation;
}

const textOf = ({ transcript_segments }: Json): string =>
  transcript_segments.map(({ text }: Json) => text).join(' ');

async function stored(): Promise<Json[]> {
  const { body } = await service.owner.call('GET', '/v1/conversations?limit=100');
  const all: Json[] = body.items ?? body;
  return Promise.all(
    all.map(async ({ id }) => (await service.owner.call('GET', `/v1/conversations/${id}`)).body),
  );
}

async function joinedOf(parts: readonly Json[]): Promise<Json> {
  return eventually('the joined conversation', async () =>
    (await stored()).find(
      ({ status, external_data }) =>
        status === 'completed' && parts.every(({ id }) => external_data?.merged_from?.includes(id)),
    ),
  );
}

test('recordings of the same talk are joined, and their words are stored once', async () => {
  const [pendant, glasses, kitchen] = [await openDevice(), await openDevice(), await openDevice()];
  await Promise.all([hears(pendant, TALK), hears(glasses, MISHEARD), hears(kitchen, MEAL)]);
  const first = await ends(pendant);
  await service.owner.call('PATCH', `/v1/conversations/${first.id}/title?title=Sails`);
  const apart = await ends(kitchen);
  const second = await ends(glasses);
  const joined = await joinedOf([first, second]);
  const words = textOf(joined);
  assert.equal(joined.structured.title, 'Sails', 'the title that the user wrote is kept');
  for (const line of TALK.slice(1)) assert.equal(words.split(line).length, 2, words);
  assert.match(words, /see you on Monday/);
  assert.equal(words.match(/summer/g)?.length, 1, words);
  assert.equal(textOf((await stored()).find(({ id }) => id === apart.id)!), MEAL.join(' '));
  const ids = (await stored()).map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), [joined.id, apart.id].toSorted());
});
