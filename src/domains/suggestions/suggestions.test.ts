import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type {
  Maker,
  Perhaps,
  Transcript,
  Understanding,
} from '../../engines/understanding/maker.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/users/me/suggestions';
const SUNDAY = new Date('2026-03-15T14:00:00Z');
let service: TestService;
/** What the maker reads in the next conversations. */
let read: (transcript: Transcript) => Partial<Understanding> = () => ({});
let last: Transcript;

const maker: Maker = {
  name: 'rules',
  understand: async (transcript) => {
    last = transcript;
    const nothing = { action_items: [], events: [], memories: [], worthless: false };
    const names = { title: 'A talk', overview: '', category: 'other', emoji: '🧠' } as const;
    const understanding = { ...names, ...nothing, ...read(transcript) };
    return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
  },
};

before(async () => {
  service = await startService({ maker });
});
after(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  read = () => ({});
  await settings({ keeps_examples: false });
  for (const { id } of await open()) await decide(id, 'drop');
});

const call = (method: string, path: string, body?: object) =>
  service.owner.call(method, path, body);
const settings = (change: object) => call('PATCH', '/v1/users/me', change);
const open = async (): Promise<Json[]> => (await call('GET', PATH)).body.suggestions;
const decide = (id: string, how: 'keep' | 'drop', body: object = {}) =>
  call('POST', `${PATH}/${id}/${how}`, body);
const examples = async (): Promise<Json[]> =>
  (await call('GET', '/v1/users/me/training-examples')).body.examples;

/** Makes a conversation of these turns in which this is read. */
async function talk(text: string, perhaps: Partial<Perhaps>[], more: Partial<Understanding> = {}) {
  read = ({ segments }) => ({
    ...more,
    perhaps: perhaps.map((each) => ({
      kind: 'task',
      text: 'Ring the plumber',
      at: null,
      segment_id: segments[0]?.id ?? null,
      confidence: 0.42,
      ...each,
    })),
  });
  const transcript_segments = [{ text, start: 0, end: 4, is_user: true }];
  const made = await call('POST', '/v1/conversations/from-segments', { transcript_segments });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body.id as string;
}
const again = async (id: string) =>
  assert.equal((await call('POST', `/v1/conversations/${id}/reprocess`)).status, 200);

test('what is unsure is asked, and an answer makes the task in the words of the user', async () => {
  const id = await talk('I might ring the plumber.', [{ at: SUNDAY }]);
  const [asked] = await open();
  assert.deepEqual(
    [asked.kind, asked.text, asked.at, asked.confidence, asked.conversation_id],
    ['task', 'Ring the plumber', SUNDAY.toISOString(), 0.42, id],
  );
  const kept = await decide(asked.id, 'keep', { text: 'Ring Jo about the sink' });
  assert.equal(kept.status, 200);
  const { kind, action_item: task } = kept.body;
  assert.deepEqual([kind, kept.body.memory, kept.body.event], ['task', null, null]);
  assert.deepEqual(
    [task.description, task.due_at, task.conversation_id, task.confidence],
    ['Ring Jo about the sink', SUNDAY.toISOString(), id, null],
  );
  assert.deepEqual(await open(), []);
  assert.equal((await decide(asked.id, 'keep')).status, 409);
  await again(id);
  assert.deepEqual(await open(), [], 'the same words are not asked again');
  const { body } = await call('GET', `/v1/action-items/${task.id}`);
  assert.equal(body.description, 'Ring Jo about the sink', 'understanding keeps it');
});

test('a kept event stays on its conversation when that is understood again', async () => {
  const id = await talk('Dinner on Sunday?', [{ kind: 'event', text: 'Dinner', at: SUNDAY }]);
  const { body } = await decide((await open())[0]!.id, 'keep');
  assert.deepEqual(body.event, { title: 'Dinner', start: SUNDAY.toISOString(), duration: 30 });
  const events = async () =>
    (await call('GET', `/v1/conversations/${id}`)).body.structured.events.map(
      ({ title }: Json) => title,
    );
  assert.deepEqual(await events(), ['Dinner']);
  await again(id);
  assert.deepEqual(await events(), ['Dinner']);
});

test('a kept fact is a memory that the user has reviewed, and a dropped one is never asked again', async () => {
  const bakery = { kind: 'memory', text: 'Works at a bakery' } as const;
  await talk('At the bakery again.', [bakery, { kind: 'memory', text: 'Has a boat' }]);
  const asked = await open();
  const of = (text: string) => asked.find((each) => each.text === text)!.id;
  const { body } = await decide(of('Works at a bakery'), 'keep');
  assert.deepEqual(
    [body.kind, body.memory.content, body.memory.user_review],
    ['memory', 'Works at a bakery', true],
  );
  assert.equal((await decide(of('Has a boat'), 'drop')).status, 204);
  await talk('Another talk.', [bakery, { kind: 'memory', text: 'has a boat' }]);
  assert.deepEqual(await open(), []);
});

test('understanding a conversation again replaces what is open, and deleting it deletes it', async () => {
  const id = await talk('Perhaps.', [{ text: 'Ring the vet' }, { text: 'Paint the fence' }]);
  const [first] = (await open()).filter(({ text }) => text === 'Ring the vet');
  read = ({ segments }) => ({
    perhaps: ['Ring the vet', 'Water the plants'].map((text) => ({
      kind: 'task',
      text,
      at: null,
      segment_id: segments[0]!.id,
      confidence: 0.3,
    })),
  });
  await again(id);
  const asked = await open();
  assert.deepEqual(asked.map(({ text }) => text).toSorted(), ['Ring the vet', 'Water the plants']);
  assert.equal(asked.find(({ text }) => text === 'Ring the vet')!.id, first!.id);
  await call('DELETE', `/v1/conversations/${id}`);
  assert.deepEqual(await open(), []);
});

test('merged conversations do not ask again about what was decided', async () => {
  const ids = [
    await talk('Perhaps the garden.', [{ text: 'Dig the garden' }]),
    await talk('Perhaps the roof.', [{ text: 'Mend the roof' }]),
  ];
  const dropped = (await open()).find(({ text }) => text === 'Dig the garden')!;
  await decide(dropped.id, 'drop');
  const perhaps = ['Dig the garden', 'Mend the roof'].map((text) => ({
    kind: 'task' as const,
    text,
    at: null,
    segment_id: null,
    confidence: 0.3,
  }));
  read = () => ({ perhaps });
  const merged = await call('POST', '/v1/conversations/merge', { conversation_ids: ids });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  const asked = await open();
  assert.deepEqual(
    asked.map(({ text, conversation_id }) => [text, conversation_id]),
    [['Mend the roof', merged.body.conversation.id]],
  );
});

test('an event without a time becomes a task', async () => {
  await talk('We should meet.', [{ kind: 'event', text: 'Meet Ana' }]);
  const { body } = await decide((await open())[0]!.id, 'keep');
  assert.deepEqual([body.kind, body.action_item.description], ['task', 'Meet Ana']);
});

test('nobody is asked about a secret, and about at most ten things of a talk', async () => {
  await talk('The PIN is 4711.', [{ text: 'Tell Jo that the PIN is 4711' }]);
  assert.deepEqual(await open(), []);
  const many = Array.from('abcdefghijklmno', (letter, index) => ({
    text: `${letter.repeat(9)} ${letter}${letter} ${index}`,
    confidence: 0.1 + index / 100,
  }));
  await talk('So many things.', many);
  const asked = await open();
  assert.equal(asked.length, 10);
  assert.equal(asked[0]!.confidence, 0.24, 'the surest first');
});

test('`since` selects the time, and nothing else is found', async () => {
  await talk('I might ring the plumber.', [{ text: 'Buy a ladder' }]);
  const since = (time: string) => call('GET', `${PATH}?since=${encodeURIComponent(time)}`);
  assert.equal((await since('2026-01-01T00:00:00Z')).body.suggestions.length, 1);
  assert.equal((await since('2999-01-01T00:00:00Z')).body.suggestions.length, 0);
  assert.equal((await since('yesterday')).status, 422);
  assert.equal((await decide('00000000-0000-7000-8000-000000000000', 'drop')).status, 404);
  assert.equal((await decide('nothing', 'keep')).status, 404);
});

test('sentences are kept only with consent, without secrets, and forgotten when it ends', async () => {
  const said = 'It rained. I could feed the cat, the PIN is 4711. We laughed.';
  await talk(said, [{ text: 'Feed the cat' }]);
  await decide((await open())[0]!.id, 'keep');
  assert.deepEqual(await examples(), []);

  assert.equal((await settings({ keeps_examples: true })).body.keeps_examples, true);
  await talk(said, [{ text: 'Feed the cat tomorrow' }, { text: 'Laugh about it' }]);
  const asked = await open();
  for (const { id, text } of asked) {
    await decide(id, text.startsWith('Feed') ? 'keep' : 'drop', {
      ...(text.startsWith('Feed') && { text: 'Feed it' }),
    });
  }
  const [one, other] = (await examples()).toSorted((a, b) => a.outcome.localeCompare(b.outcome));
  assert.equal(one!.outcome, 'changed');
  assert.match(one!.sentence, /^I could feed the cat, the PIN is \S+$/);
  assert.doesNotMatch(JSON.stringify([one, other]), /4711/);
  assert.equal(other!.outcome, 'dropped');

  await settings({ keeps_examples: false });
  assert.deepEqual(await examples(), []);
});

test('what the user does with tasks and memories that were read is noted', async () => {
  await settings({ keeps_examples: true });
  await talk('One. Two. Three. Four.', [], {
    action_items: ['Call Ana', 'Sweep the yard', 'Order bricks'].map((description) => ({
      description,
      due_at: null,
      segment_id: null,
      confidence: 0.71,
    })),
    memories: [{ content: 'Owns a horse', category: 'system', segment_id: null, confidence: 0.6 }],
  });
  const { body: tasks } = await call('GET', '/v1/action-items?limit=1000');
  const task = (text: string) => tasks.find((each: Json) => each.description === text);
  assert.equal(task('Call Ana').confidence, 0.71);
  const at = (text: string) => `/v1/action-items/${task(text).id}`;
  await call('PATCH', at('Call Ana'), { completed: true });
  await call('PATCH', at('Sweep the yard'), { description: 'Sweep the yard twice' });
  await call('DELETE', at('Order bricks'));
  const { body: memories } = await call('GET', '/v3/memories?limit=1000');
  const { id } = memories.find(({ content }: Json) => content === 'Owns a horse');
  const whole = await call('GET', `/v3/memories/${id}`);
  assert.equal(whole.body.confidence, 0.6);
  await call('DELETE', `/v3/memories/${id}`);
  const rows = await service.service.parts.db
    .selectFrom('reading_outcomes')
    .select(['kind', 'outcome'])
    .where('confidence', '>', 0.55)
    .execute();
  assert.deepEqual(rows.map(({ kind, outcome }) => `${kind} ${outcome}`).toSorted(), [
    'memory dropped',
    'task changed',
    'task dropped',
    'task kept',
  ]);
});

test('what an assistant deletes is not taken for a decision of the user', async () => {
  const content = 'Keeps ferrets';
  await talk('Ferrets.', [], {
    memories: [{ content, category: 'system', segment_id: null, confidence: 0.9 }],
  });
  const { body: memories } = await call('GET', '/v3/memories?limit=1000');
  const { id } = memories.find((each: Json) => each.content === content);
  const assistant = await service.owner.key(['memories:read', 'memories:write'], 'mcp');
  assert.equal((await assistant.call('DELETE', `/v1/mcp/memories/${id}`)).status, 200);
  const rows = await service.service.parts.db
    .selectFrom('reading_outcomes')
    .select('id')
    .where('id', '=', id)
    .execute();
  assert.deepEqual(rows, []);
});

test('the decisions of the user move the bound of their kind', async () => {
  await talk('Nothing.', []);
  assert.equal(last.bound_shifts!.event, 0);
  for (let at = 0; at < 8; at += 1) {
    const text = `${'abcdefgh'[at]!.repeat(9)} with ${'klmnopqr'[at]!.repeat(7)}`;
    await talk('Perhaps we meet.', [{ kind: 'event', text, at: SUNDAY, confidence: 0.38 }]);
    assert.equal((await decide((await open())[0]!.id, 'keep')).status, 200);
  }
  await talk('Nothing.', []);
  assert.equal(last.bound_shifts!.event, -0.15);
  assert.equal(last.bound_shifts!.memory, 0);
});
