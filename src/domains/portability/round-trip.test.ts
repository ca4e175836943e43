// Both databases: the archive spans every table of a user.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import {
  countsOf,
  entriesOf,
  exportOf,
  importInto,
} from '../../testing/clients/account-archive.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { addSuggestion, fillAccount, recordSound, rowsOf } from '../../testing/filled-account.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const stack = new AsyncDisposableStack();
const TEXT = 'Herons nest by the river.';
let service: TestService;
let archive: Buffer;

before(async () => {
  const hook = stack.use(await startWebhookReceiver());
  service = stack.use(
    await startService({
      environment: { SVC_SIGN_UP: 'open', SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
      recogniser: scriptedRecogniser({ utterances: [{ text: TEXT, start: 0, end: 1 }] }),
    }),
  );
  const { owner } = service;
  await fillAccount(owner, TEXT, hook.url);
  await owner.call('POST', '/v3/memories', { content: TEXT });
  await recordSound(owner);
  await addVoices(owner);
  await addSuggestion(service.service.parts.db, owner, TEXT);
  let last = '';
  await eventually('a quiet account', async () => {
    const now = JSON.stringify([...(await rowsOf(service.service.parts.db, owner.id))]);
    return now === last || void (last = now);
  });
  archive = await exportOf(owner);
});
after(() => stack.disposeAsync());

/** Voiceprints, a photo and a speech profile, which take a recogniser and a camera to make. */
async function addVoices({ id }: ApiUser): Promise<void> {
  const print = sql`'a model', 9.5, '\\x0000803f0000003f'`;
  const one = sql`(SELECT id FROM conversations WHERE user_id = ${id} ORDER BY id LIMIT 1)`;
  const person = sql`(SELECT id FROM people WHERE user_id = ${id} LIMIT 1)`;
  const { db } = service.service.parts;
  await sql`INSERT INTO speaker_prints VALUES (${id}, ${one}, 1, ${print})`.execute(db);
  await sql`
    INSERT INTO person_prints (user_id, person_id, conversation_id, speaker_id, model,
      print_seconds, statistics, created_at)
    VALUES (${id}, ${person}, ${one}, 1, ${print}, '2026-03-02T10:00:00.123456Z')
  `.execute(db);
  await sql`INSERT INTO photo_files VALUES (${id}, gen_random_uuid(), ${one}, '\\xffd8ff00')`.execute(
    db,
  );
  await sql`
    INSERT INTO speech_profiles (user_id, id, audio, seconds, problems, model, print_seconds,
      statistics, created_at)
    VALUES (${id}, gen_random_uuid(), '\\x52494646', 12, '["quiet"]', ${print}, now())
  `.execute(db);
}

test('an archive contains every kind of record, for programs and for people', async () => {
  const entries = await entriesOf(archive);
  const names = [...entries.keys()];
  assert.equal(names[0], 'commonplace.json');
  const records = names.filter((name) => name.endsWith('.jsonl'));
  assert.equal(records.length, 18);
  for (const name of records) assert.notEqual(entries.get(name)!.length, 0, name);
  const sound = names.find((name) => name.startsWith('sound/'))!;
  assert.equal(entries.get(sound)!.subarray(0, 4).toString(), 'OggS');
  assert.ok(names.some((name) => name.startsWith('photos/')));
  const page = names.find((name) => /^conversations\/2026-03\/2026-03-02-.*\.md$/.test(name))!;
  assert.match(entries.get(page)!.toString(), /Herons nest by the river/);
  assert.match(entries.get('memories.md')!.toString(), /^# Memories\n\n- /);
  assert.match(entries.get('action-items.md')!.toString(), /^# Tasks\n\n- /);
});

test('an archive contains no secret', async () => {
  const text = [...(await entriesOf(archive)).values()].join('\n');
  const { rows } = await sql<{ secret: string }>`
    SELECT encode(key_hash, 'base64') AS secret FROM api_keys
    UNION SELECT encode(secret, 'base64') FROM receivers
    UNION SELECT password FROM credentials UNION SELECT token FROM sessions
  `.execute(service.service.parts.db);
  assert.ok(rows.length > 4);
  for (const { secret } of rows) assert.ok(!text.includes(secret));
  assert.doesNotMatch(text, /svc_(?:dev|mcp|ses|device)_/);
});

test('an archive that is imported elsewhere exports the same bytes', async () => {
  const guest = await ApiUser.signUp(service.url, 'guest@example.org');
  const imported = await importInto(guest, archive);
  assert.equal(imported.status, 'completed', JSON.stringify(imported));
  assert.equal(imported.format, 'commonplace');
  assert.deepEqual(imported.report.problems, []);
  assert.deepEqual(imported.report.ignored, []);
  for (const [kind, [created, ...others]] of Object.entries(countsOf(imported))) {
    assert.ok(created > 0, kind);
    assert.deepEqual(others, [0, 0], kind);
  }
  const second = await exportOf(guest);
  const entries = await entriesOf(second);
  for (const [name, content] of await entriesOf(archive)) {
    assert.equal(entries.get(name)?.toString('latin1'), content.toString('latin1'), name);
  }
  assert.ok(second.equals(archive));
  const { body } = await guest.call('GET', '/v3/memories?limit=100');
  assert.ok(body.some(({ content }: { content: string }) => content === TEXT));
  const found = await guest.call('POST', '/v1/search', { query: 'herons' });
  assert.ok(JSON.stringify(found.body).includes('Herons'), JSON.stringify(found.body));
});

test('the second import of an archive changes nothing', async () => {
  const guest = await ApiUser.signUp(service.url, 'again@example.org');
  await importInto(guest, archive);
  const { db } = service.service.parts;
  const rows = async () => {
    const all = await rowsOf(db, guest.id);
    all.delete('imports');
    return [...all];
  };
  const before = await rows();
  const again = await importInto(guest, archive);
  assert.equal(again.status, 'completed');
  for (const [kind, [created, , refused]] of Object.entries(countsOf(again))) {
    assert.deepEqual([created, refused], [0, 0], kind);
  }
  assert.deepEqual(await rows(), before);
});

test('an archive joins the records of an account that has people and folders of its own', async () => {
  const guest = await ApiUser.signUp(service.url, 'joined@example.org');
  const { body: person } = await guest.call('POST', '/v1/users/people', { name: TEXT });
  const { body: folder } = await guest.call('POST', '/v1/folders', { name: TEXT });
  await guest.call('POST', '/v3/memories', { content: TEXT });
  const imported = await importInto(guest, archive);
  const { people, folders, memories, settings } = countsOf(imported);
  assert.deepEqual(people, [0, 1, 0]);
  assert.deepEqual(folders, [0, 1, 0]);
  assert.equal(memories![1], 1);
  assert.deepEqual(settings, [0, 1, 0], 'the settings of an account in use stay');
  const { body: list } = await guest.call('GET', '/v1/conversations?limit=50');
  const filed = list.find((each: { folder_id: string }) => each.folder_id === folder.id);
  assert.ok(filed, 'the conversation is in the folder that was here');
  const { body: whole } = await guest.call('GET', `/v1/conversations/${filed.id}`);
  assert.ok(
    whole.transcript_segments.some((each: { person_id: string }) => each.person_id === person.id),
  );
});
