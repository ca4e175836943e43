/** An account with records of every kind, which the examples of the API reference show. */
import { importInto, zipOf } from '../../src/testing/clients/account-archive.ts';
import type { ApiKey, ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { addPasskey } from '../../src/testing/clients/passkeys.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { recordSound, subscribeToPush } from '../../src/testing/filled-account.ts';

export const DAY = '2026-03-02';

interface Cast {
  user: ApiUser;
  program: ApiKey;
  assistant: ApiKey;
  hookUrl: string;
}

/** Each kind has several records, because the examples also delete some. */
const COPIES = 6;

const TALKS = [
  [
    ['SPEAKER_00', 'I need to call the bank tomorrow about the mortgage.'],
    ['SPEAKER_01', 'Then ask them about the rate as well. Shall we have lunch on Friday at noon?'],
    ['SPEAKER_00', 'Yes, Friday at noon is good. I am allergic to peanuts, so not the Thai place.'],
  ],
  [
    ['SPEAKER_00', 'The garden door sticks again.'],
    ['SPEAKER_01', 'I will plane it on Saturday. I moved to Porto for the workshop, after all.'],
  ],
] as const;

const MEMORIES = [
  'Is allergic to peanuts',
  'Lives in Lisbon',
  'Works as a nurse',
  'Has a dog',
  'Runs on Sundays',
  'Plays the cello',
];
const TASKS = [
  'Call the bank',
  'Buy candles',
  'Plane the garden door',
  'Book the train',
  'Water the herbs',
  'Pay the rent',
];

export async function tellStory({ user, program, assistant, hookUrl }: Cast): Promise<void> {
  const make = async (path: string, body: object): Promise<Json> => {
    const { status, body: answer } = await user.call('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await user.call('PATCH', '/v1/users/me', { name: 'Ana' });
  for (let copy = 0; copy < COPIES; copy += 1) await makeRecords(make, user, copy, hookUrl);
  const { id: chat_session_id } = await make('/v2/chat-sessions', { title: 'Allergies' });
  await make('/v2/chat-sessions', { title: 'Travel' });
  const form = new FormData();
  form.append('files', new Blob(['The rate is 3.1 %.'], { type: 'text/plain' }), 'offer.txt');
  await make('/v2/files', form);
  await make('/v2/messages', { text: 'What am I allergic to?', chat_session_id });
  await make('/v2/messages', { text: 'What do I have to do?' });
  await make(`/v1/users/daily-summaries/${DAY}/refresh`, {});
  await recordSound(user);
  await useKeys(program, assistant, hookUrl);
  const manifest = '{"format":"commonplace-account","version":1}';
  await importInto(user, await zipOf([['commonplace.json', manifest]]), 'account.zip');
  await eventually('deliveries', async () => {
    const endpoints = (await user.call('GET', '/v1/webhooks')).body as Json[];
    const delivered = await Promise.all(
      endpoints.map(({ id }) => user.call('GET', `/v1/webhooks/${id}/deliveries?status=delivered`)),
    );
    return delivered.every(({ body }) => body.length > 0);
  });
}

/** What a program and an assistant do with their keys. */
async function useKeys(program: ApiKey, assistant: ApiKey, url: string): Promise<void> {
  const endpoint = { url, types: ['memory.created'] };
  for (let copy = 0; copy < 2; copy += 1) {
    await program.call('POST', '/v1/dev/user/webhooks', endpoint);
  }
  await program.call('POST', '/v1/dev/user/memories', { content: 'Has a sister in Faro' });
  await assistant.call('POST', '/v1/mcp/memories', { content: 'Prefers trains to planes' });
  await assistant.call('GET', '/v1/mcp/memories/search?query=trains');
}

type Make = (path: string, body: object) => Promise<Json>;

async function makeRecords(make: Make, user: ApiUser, copy: number, url: string): Promise<void> {
  const number = copy === 0 ? '' : ` ${copy + 1}`;
  await make('/v1/webhooks', { url, types: ['memory.created', 'conversation.completed'] });
  const folder = await make('/v1/folders', { name: `Work${number}` });
  const person = await make('/v1/users/people', { name: copy === 0 ? 'Bea' : `Bea${number}` });
  await user.call('PUT', '/v1/users/me/vocabulary', { words: ['Commalise', 'Bea Núñez'] });
  await make('/v1/summary-templates', {
    name: `Decisions${number}`,
    prompt: 'List what was decided.',
  });
  const segments = TALKS[copy % TALKS.length]!.map(([speaker, text], index) => ({
    text,
    speaker,
    start: index * 6,
    end: index * 6 + 5,
    ...(speaker === 'SPEAKER_00' ? { is_user: true } : { person_id: person.id }),
  }));
  const { id } = await make('/v1/conversations/from-segments', {
    transcript_segments: segments,
    started_at: `${DAY}T1${copy}:00:00Z`,
  });
  await eventually('an understood conversation', async () => {
    const { body } = await user.call('GET', `/v1/conversations/${id}`);
    return body.status === 'completed';
  });
  await user.call('PATCH', `/v1/conversations/${id}/folder`, { folder_id: folder.id });
  const fact = await make('/v3/memories', { content: MEMORIES[copy]! });
  await user.call('PATCH', `/v3/memories/${fact.id}`, { content: `${MEMORIES[copy]!} today` });
  await user.call('PATCH', `/v3/memories/${fact.id}`, { content: MEMORIES[copy]! });
  await make('/v1/action-items', { description: TASKS[copy]!, due_at: `${DAY}T18:00:00Z` });
  const goal = await make('/v1/goals', {
    title: `Run 100 km${number}`,
    goal_type: 'numeric',
    target_value: 100,
    unit: 'km',
  });
  await user.call('PATCH', `/v1/goals/${goal.id}/progress`, { current_value: 12 });
  await make('/v1/users/invitations', {});
  for (const family of ['dev', 'mcp', 'device']) {
    const scopes = family === 'device' ? {} : { scopes: ['memories:read'] };
    await make(`/v1/${family}/keys`, { name: `laptop script${number}`, ...scopes });
  }
  await addPasskey(user, `Phone${number}`);
  await subscribeToPush(user);
}
