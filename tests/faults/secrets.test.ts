/** A secret that was said stands in the transcript and nowhere else. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../src/testing/clients/api-user.ts';
import { request } from '../../src/testing/clients/api-user.ts';
import { startWebhookReceiver } from '../../src/testing/servers/webhook-receiver.ts';
import type { WebhookReceiver } from '../../src/testing/servers/webhook-receiver.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

/** What is said, the secret in it, and a question about it. */
const SAID: readonly (readonly [said: string, secret: string, question: string])[] = [
  ['My wifi password is sunflower 42.', 'sunflower', 'What is my wifi password?'],
  [
    'The PIN of my debit card is four eight one two.',
    'four eight one two',
    'What is the PIN of my debit card?',
  ],
  ['My credit card number is 4539 1488 0343 6467.', '0343', 'What is my credit card number?'],
  ['The CVV on the back is three one four.', 'three one four', 'What is the CVV?'],
  ['The door code at the office is 4 7 1 1.', '4 7 1 1', 'What is the door code at the office?'],
  [
    'To turn off the alarm you type seven three nine zero.',
    'seven three nine zero',
    'How do I turn off the alarm?',
  ],
  [
    'The combination of the safe is twelve, thirty-four, fifty-six.',
    'thirty-four',
    'What is the combination of the safe?',
  ],
  [
    'The seed words of my wallet are ladder, orbit, velvet, canyon, frost and amber.',
    'canyon',
    'What are my seed words?',
  ],
  ['I got a text, the verification code is 829 104.', '829 104', 'What was the verification code?'],
  [
    'The API key of the weather service is A7fk29Qpz81LmN.',
    'A7fk29Qpz81LmN',
    'What is the API key of the weather service?',
  ],
  ['My IBAN is DE89 3704 0044 0532 0130 00.', '3704', 'What is my IBAN?'],
  [
    'My social security number is zero seven eight, zero five, one one two zero.',
    'one one two zero',
    'What is my social security number?',
  ],
  ['My passport number is C01X00T47.', 'C01X00T47', 'What is my passport number?'],
  [
    'My username is marta and the password is Rainfall nine.',
    'Rainfall',
    'What is the password of marta?',
  ],
  [
    'The answer to my security question is Biscuit.',
    'Biscuit',
    'What is the answer to my security question?',
  ],
  [
    'The code of the bike lock is three eight one five.',
    'three eight one five',
    'What is the code of the bike lock?',
  ],
  ['I unlock my phone with 852963.', '852963', 'How do I unlock my phone?'],
  [
    'The gate code is five five one two and then pound.',
    'five five one two',
    'What is the gate code?',
  ],
  ['The license key is XK4F-99QT-PP3M-77ZD.', 'PP3M', 'What is the license key?'],
  [
    'My recovery phrase is orange table window lamp river stone.',
    'orange table',
    'What is my recovery phrase?',
  ],
  ['Das WLAN-Passwort lautet Gartenzaun.', 'Gartenzaun', 'Wie lautet das WLAN-Passwort?'],
  ['Meine Geheimzahl ist neun null drei eins.', 'neun null drei eins', 'Was ist meine Geheimzahl?'],
  [
    'Der Code für die Haustür ist zwei zwei acht vier.',
    'zwei zwei acht vier',
    'Was ist der Code für die Haustür?',
  ],
  [
    'Die Antwort auf die Sicherheitsfrage lautet Fluffi.',
    'Fluffi',
    'Was ist die Antwort auf die Sicherheitsfrage?',
  ],
  ['Meine Reisepassnummer ist L8372910.', 'L8372910', 'Was ist meine Reisepassnummer?'],
  ['La contraseña del wifi es mariposa.', 'mariposa', '¿Cuál es la contraseña del wifi?'],
  [
    'El código de la alarma es seis seis uno dos.',
    'seis seis uno dos',
    '¿Cuál es el código de la alarma?',
  ],
  ['La verja se abre con 4419.', '4419', '¿Cómo se abre la verja?'],
  ['Mi número de pasaporte es XDA123456.', 'XDA123456', '¿Cuál es mi número de pasaporte?'],
  [
    'La frase de recuperación es manzana río vela piedra espejo.',
    'manzana',
    '¿Cuál es la frase de recuperación?',
  ],
];
/** What looks like a secret and is none. */
const HARMLESS = [
  'My order number is 88123.',
  'I was born in 1984.',
  'Our phone number is 0171 5551234.',
  'The flight to Porto is TP 4418.',
  'The zip code is 94110.',
];

let receiver: WebhookReceiver;
let service: TestService;
let key: ApiKey;
let mcpKey: string;
const conversations: string[] = [];

before(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  const { owner } = service;
  await owner.call('POST', '/v1/users/developer/webhook/memory_created', { url: receiver.url });
  key = await owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'action_items:read',
  ]);
  ({ key: mcpKey } = await owner.key(
    ['memories.read', 'conversations.read', 'action_items.read', 'people.read'],
    'mcp',
  ));
  const { body: ana } = await owner.call('POST', '/v1/users/people', { name: 'Ana' });
  for (const said of [...SAID.map(([text]) => text), ...HARMLESS]) {
    const { status, body } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
      transcript_segments: [
        { text: 'We have to paint the fence on Friday.', start: 0, end: 3, is_user: true },
        { text: said, start: 3, end: 8, is_user: true },
        { text: `Good, I heard: ${said}`, start: 8, end: 12, person_id: ana.id },
      ],
    });
    assert.equal(status, 200, JSON.stringify(body));
    conversations.push(body.id);
  }
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const read = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await key.call(method, path, body);
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const tool = async (name: string, given: object): Promise<string> => {
  const params = { name, arguments: given };
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token: mcpKey,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  assert.notEqual(body.result.isError, true, JSON.stringify(body));
  return JSON.stringify(body.result);
};
/** The digits of ids, times and chances may be those of a secret by accident. */
const BY_ACCIDENT =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|"(?:score|confidence)":[\d.e-]+|\d{4}-\d{2}-\d{2}t[\d:.]+z/g;

/** Asserts that a text shows none of the secrets. */
function assertHidden(shown: unknown, where: string): void {
  const text = JSON.stringify(shown).toLowerCase().replaceAll(BY_ACCIDENT, '');
  for (const [said, secret] of SAID) {
    assert.ok(
      !text.includes(secret.toLowerCase()),
      `“${secret}” of “${said}” in ${where}: ${text}`,
    );
  }
}

test('the transcript has the words as they were said', async () => {
  for (const [at, [said]] of SAID.entries()) {
    const path = `/v1/dev/user/conversations/${conversations[at]}?include_transcript=true`;
    const { transcript_segments } = await read('GET', path);
    assert.equal(transcript_segments[1].text, said);
  }
});

test('titles, overviews, tasks, events, facts and lists show no secret', async () => {
  assertHidden(await read('GET', '/v1/dev/user/conversations?limit=100'), 'conversations');
  assertHidden(await read('GET', '/v1/dev/user/memories?limit=100'), 'memories');
  assertHidden(await read('GET', '/v1/dev/user/action-items?limit=100'), 'tasks');
  assertHidden(await read('GET', '/v1/dev/user/changes?limit=500'), 'the feed');
  assertHidden((await service.owner.call('GET', '/v1/users/people')).body, 'people');
  assertHidden(await tool('get_conversations', { limit: 100 }), 'conversations of assistants');
  assertHidden(await tool('get_people', {}), 'people of assistants');
});

test('no search shows a secret, and each finds where it was said', async () => {
  for (const [at, [said, secret]] of SAID.entries()) {
    // An answer repeats the question that it understood.
    const query = said.replace(secret, '').split(' ').slice(0, 5).join(' ');
    const everything = await read('POST', '/v1/dev/user/search', { query });
    assertHidden(everything, 'the search over everything');
    assert.ok(
      everything.items.some(({ id }: Json) => id === conversations[at]),
      said,
    );
    const own = await service.owner.call('POST', '/v1/search', { query });
    assertHidden(own.body, 'the own search');
    const talks = await read('POST', '/v1/dev/user/conversations/search', { query });
    assertHidden(talks, 'the search of conversations');
    assert.ok(JSON.stringify(talks).includes('[secret]'), said);
    assertHidden(await tool('search', { query }), 'the search of assistants');
    assertHidden(await tool('search_conversations', { query }), 'conversations of assistants');
  }
});

test('no origin of a record shows a secret', async () => {
  for (const id of conversations) {
    assertHidden(await read('GET', `/v1/dev/user/explanations/${id}`), 'the explanation');
  }
});

test('an answer says that a secret was said, where, and that it is masked', async () => {
  for (const [at, [, , question]] of SAID.entries()) {
    const answer = await read('POST', '/v1/dev/user/ask', { question });
    assertHidden(answer, `the answer to ${question}`);
    assert.ok(
      answer.sources.some(({ id }: Json) => id === conversations[at]),
      question,
    );
  }
  const { answer, sources } = await read('POST', '/v1/dev/user/ask', {
    question: 'What is my wifi password?',
  });
  assert.match(
    answer,
    /^It was said here \[1\], and is masked.*“My wifi password is \[secret\]\.”/,
  );
  assert.equal(sources[0].id, conversations[0]);
  const { text } = (
    await service.owner.call('POST', '/v2/messages', { text: 'What is the gate code?' })
  ).body ?? { text: '' };
  assertHidden(text ?? '', 'the chat');
});

test('of secrets that were said one after the other, the one that is asked for is shown where it stands', async () => {
  const texts = ['The boat locker code is 7741.', 'The crane key code is 8852.', 'Hut code: 1127.'];
  await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: texts.map((text, at) => ({
      text,
      speaker: 'SPEAKER_00',
      is_user: true,
      start: at * 4,
      end: at * 4 + 3,
    })),
  });
  for (const [question, said] of [
    ['What is the boat locker code?', 'The boat locker code is'],
    ['What is the crane key code?', 'The crane key code is'],
    ['What is the hut code?', 'Hut code:'],
  ] as const) {
    const { answer } = await read('POST', '/v1/dev/user/ask', { question });
    assert.ok(answer.includes(`is masked: “${said} [secret].”`), answer);
  }
});

test('a webhook sends no secret', async () => {
  await receiver.until(SAID.length);
  for (const { body } of receiver.received) assertHidden(JSON.parse(body), 'a webhook');
});

test('what only looks like a secret stays', async () => {
  for (const said of HARMLESS) {
    const words = said.split(' ').slice(0, -1).join(' ');
    const { items } = await read('POST', '/v1/dev/user/conversations/search', { query: words });
    const lines = items.flatMap(({ matches }: Json) => matches.map((match: Json) => match.text));
    assert.ok(lines.includes(said), `${said} in ${JSON.stringify(lines)}`);
  }
});

test('a number that was asked for is masked after the question, and a phone number is not', async () => {
  const made = await read('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: [
      { text: 'I have to paint the fence on Friday.', start: 0, end: 1, is_user: true },
      { text: 'What is the code of the storage cabin?', start: 1, end: 2 },
      { text: 'Nine one one four.', start: 2, end: 4, speaker: 'SPEAKER_01' },
      { text: 'And what is the phone number of the cabin?', start: 4, end: 6 },
      { text: 'It is 0351 7654321.', start: 6, end: 8, speaker: 'SPEAKER_01' },
    ],
  });
  const { items } = await read('POST', '/v1/dev/user/conversations/search', {
    query: 'storage cabin phone number nine one one four 0351 7654321',
  });
  const lines = items
    .filter(({ conversation }: Json) => conversation.id === made.id)
    .flatMap(({ matches }: Json) => matches.map((match: Json) => match.text));
  assert.ok(lines.includes('[secret].'), JSON.stringify(lines));
  assert.ok(lines.includes('It is 0351 7654321.'), JSON.stringify(lines));
});

test('a secret said in pieces is masked, each piece and the whole', async () => {
  const { owner } = service;
  for (const [lines, secrets, question] of PIECES) {
    const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [...lines, 'I have to paint the fence on Friday.'].map((text, at) => ({
        text,
        start: at * 3,
        end: at * 3 + 2,
        is_user: at % 2 === 0,
        speaker_id: at % 2,
      })),
    });
    const { structured } = (await owner.call('GET', `/v1/conversations/${body.id}`)).body;
    const { items } = (await owner.call('POST', '/v1/search', { query: lines.join(' ') })).body;
    const own = items.filter((item: Json) => JSON.stringify(item).includes(body.id));
    assert.ok(own.length > 0, lines[0]);
    const answer = (await read('POST', '/v1/dev/user/ask', { question })).answer;
    const shown = JSON.stringify([structured, own, answer]).toLowerCase();
    for (const secret of secrets) assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
  }
});

/** What is said, what must not be shown, and a question about it. */
const PIECES: readonly (readonly [lines: string[], secrets: string[], question: string])[] = [
  [
    ['The PIN of the kayak shed is eight.', 'Eight?', 'Yes, then two.', 'Okay.', 'And six nine.'],
    ['six nine', '8269'],
    'What is the PIN of the kayak shed?',
  ],
  [
    ['The code of the cider cellar is 12', '12?', 'Yes, then 44.'],
    ['is 12', 'then 44', '1244'],
    'What is the code of the cider cellar?',
  ],
  [
    ['The password of the sailing club is copper.', 'Copper, got it.', 'Then harbour and 93.'],
    ['copper', 'harbour'],
    'What is the password of the sailing club?',
  ],
];
