/** Tests devices with recordings of their own that hear the same talk. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService({ recogniser: scriptedRecogniser({ utterances: () => [] }) });
});
after(() => service[Symbol.asyncDispose]());

const TALK = [
  'The boat needs a new sail before the summer regatta begins in June.',
  'I will ask Ana whether her workshop can sew one by the end of May.',
];
const MEAL = [
  'We should cook the lentil soup tonight because the carrots are old.',
  'Please fetch two loaves of bread and some butter from the corner shop.',
];

interface Device {
  key: ApiKey;
  listener: Listener;
}

async function openDevice(): Promise<Device> {
  const key = await service.owner.key([], 'device');
  const listener = await Listener.open(service.url, { token: key.key, custom_stt: 'enabled' });
  await listener.event('service_status', ({ status }) => status === 'ready');
  return { key, listener };
}

/** The device hears these lines, the first of them at this second of its own clock. */
async function hears({ listener }: Device, lines: readonly string[], start = 0): Promise<void> {
  const segments = lines.map((text, at) => ({
    text,
    start: start + at * 6,
    end: start + at * 6 + 5,
  }));
  listener.say({ type: 'suggested_transcript', segments });
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
  await hears(pendant, TALK);
  // The glasses hear a little later, mishear a word, and hear a sentence that the pendant misses.
  const misheard = [TALK[0]!.replace('regatta', 'vendetta'), TALK[1]!];
  await hears(glasses, [...misheard, 'Goodbye then, see you on Monday.'], 0.4);
  await hears(kitchen, MEAL);
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
