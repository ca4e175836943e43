/** Tests the documents of assistants that are not registered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { startService } from '../../../testing/start-service.ts';
import {
  clientDirectory,
  findClient,
  hasLookedUp,
  readClientDocument,
  storeUnknownClient,
} from './client-documents.ts';
import type { Client } from './clients.ts';
import { allClients } from './clients.ts';

const ADDRESS = 'https://assistant.example.org/notes.json';
const registered = allClients([]);
const directory = clientDirectory(registered, '');

const document = (changes: object = {}) =>
  JSON.stringify({
    client_id: ADDRESS,
    client_name: 'Notes',
    redirect_uris: ['https://assistant.example.org/callback'],
    ...changes,
  });
const read = (text: string) => readClientDocument(new URL(ADDRESS), text);

test('the address of a document names a host, and is written as browsers write it', () => {
  const long = (length: number) => ADDRESS.padEnd(length, 'x');
  for (const id of [ADDRESS, `${ADDRESS}?version=2`, long(500)]) {
    assert.equal(directory.unknownUrl(id)?.href, id);
  }
  for (const id of [
    'notes',
    'http://assistant.example.org/notes.json',
    'https://assistant.example.org:8443/notes.json',
    'https://assistant.example.org',
    'https://assistant.example.org/',
    'https://ASSISTANT.example.org/notes.json',
    'https://assistant.example.org/a/../notes.json',
    'https://assistant.example.org./notes.json',
    'https://localhost/notes.json',
    'https://127.0.0.1/notes.json',
    'https://[::1]/notes.json',
    'https://user@assistant.example.org/notes.json',
    'https://:word@assistant.example.org/notes.json',
    `${ADDRESS}#part`,
    long(501),
  ]) {
    assert.equal(directory.unknownUrl(id), null, id);
  }
});

test('a registered assistant has no document, and without a port no assistant has one', () => {
  assert.equal(directory.unknownUrl('svc-claude'), null);
  assert.equal(clientDirectory(registered, null).unknownUrl(ADDRESS), null);
});

test('a document is read only if it is valid and about its own address', () => {
  const client = read(document({ client_name: '  My\u202e\n notes ' })) as Client;
  assert.deepEqual(
    [client.id, client.name, client.scopes, client.isUnknown],
    [ADDRESS, 'assistant.example.org (“My notes”)', ['memories:read'], true],
  );
  const long = read(document({ client_name: `${'n'.repeat(60)}!` })) as Client;
  assert.equal(long.name, `assistant.example.org (“${'n'.repeat(60)}”)`);
  for (const [text, problem] of [
    ['{', 'The document is not JSON.'],
    [document({ client_id: `${ADDRESS}?other` }), 'The document is about another client.'],
    [document({ redirect_uris: [] }), /^The document is not valid: redirect_uris: /],
    [document({ client_name: '\u202e' }), /^The document is not valid: client_name: /],
    [document({ client_secret: 'x' }), /client_secret: a document must not contain a secret\.$/],
    [document({ grant_types: ['password'] }), /grant_types lacks authorization_code\.$/],
    [document({ response_types: ['token'] }), /response_types lacks code\.$/],
    ['7', /^The document is not valid: /],
  ] as const) {
    const sentence = read(text);
    assert.ok(typeof sentence === 'string', text);
    if (typeof problem === 'string') assert.equal(sentence, problem);
    else assert.match(sentence, problem);
  }
});

test('an assistant that one user has looked up can ask for access for a day, at least for an hour', async () => {
  await using service = await startService();
  const clock = new ManualClock();
  const ground = { db: service.service.parts.db, clock };
  const user_id = service.owner.id;
  const client = read(document()) as Client;
  const hour = 3_600_000;
  const isKnown = () => hasLookedUp(ground, user_id, ADDRESS);

  assert.deepEqual([await isKnown(), await findClient(ground, directory, ADDRESS)], [false, null]);
  await storeUnknownClient(ground, { client, user_id });
  assert.equal(await isKnown(), true);
  assert.equal(await hasLookedUp(ground, crypto.randomUUID(), ADDRESS), false);
  assert.deepEqual(await findClient(ground, directory, ADDRESS), client);
  assert.equal(await findClient(ground, clientDirectory(registered, null), ADDRESS), null);
  assert.equal((await findClient(ground, directory, 'svc-claude'))?.name, 'Claude');
  clock.advance(24 * hour - 1);
  assert.equal(await isKnown(), true);
  clock.advance(2);
  assert.equal(await isKnown(), false);

  await storeUnknownClient(ground, { client, user_id, seconds: 1 });
  clock.advance(hour - 1);
  assert.equal(await isKnown(), true);
  clock.advance(2);
  assert.equal(await isKnown(), false);
});
