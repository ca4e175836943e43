import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import {
  modelArchive,
  startLibrary,
  type TestLibrary,
} from '../../engines/models/testing-library.ts';
import type { Behaviour } from '../../engines/models/testing-releases.ts';
import type { ApiUser } from '../../testing/clients/api-user.ts';
import { startService, type TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

let archive: Buffer;
before(async () => {
  archive = await modelArchive({ 'model/test_wavs/0.wav': randomBytes(300_000) });
});

interface Setup extends AsyncDisposable {
  store: TestLibrary;
  service: TestService;
  owner: ApiUser;
}

async function scene(
  behaviours: readonly Behaviour[] = ['serves'],
  options: Partial<Parameters<typeof startLibrary>[0]> = {},
): Promise<Setup> {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await startLibrary({ file: archive, behaviours, ...options }));
  const service = stack.use(await startService({ library: store.library }));
  const owned = stack.move();
  return {
    store,
    service,
    owner: service.owner,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const PULL = '/v1/models/tiny/pull';
const accept = { accept_licence: true };
const one = async (owner: ApiUser) => (await owner.call('GET', '/v1/models')).body.models[0];

/** Polls until the model has this state, as a program would. */
async function until(owner: ApiUser, state: string) {
  return eventually(`the state ${state}`, async () => {
    const model = await one(owner);
    if (model.state === state) return model;
    assert.notEqual(model.state, 'failed', model.problem);
  });
}

test('the owner lists models, fetches one and deletes it', async () => {
  await using s = await scene();
  const { body } = await s.owner.call('GET', '/v1/models');
  assert.equal(body.downloads_allowed, true);
  assert.partialDeepStrictEqual(body.models[0], {
    id: 'tiny',
    purpose: 'recogniser',
    languages: ['en'],
    quality: 'medium',
    punctuation: false,
    live: true,
    state: 'available',
    progress: null,
    installed_at: null,
    in_use: false,
  });
  const started = await s.owner.call('POST', PULL, accept);
  assert.equal(started.status, 200);
  assert.equal(started.body.state, 'fetching');
  assert.equal(started.body.progress.total, archive.length);
  const installed = await until(s.owner, 'installed');
  assert.ok(installed.installed_at);
  assert.match((await s.owner.call('POST', PULL, accept)).body.detail, /already installed/);
  assert.deepEqual((await s.owner.call('DELETE', '/v1/models/tiny')).body, { success: true });
  assert.equal((await one(s.owner)).state, 'available');
  assert.equal((await s.owner.call('DELETE', '/v1/models/tiny')).status, 404);
});

test('deleting cancels a download, and a second delete is harmless', async () => {
  await using s = await scene([{ stallsAfter: 100_000 }]);
  await s.owner.call('POST', PULL, accept);
  await s.owner.call('POST', PULL, accept);
  await eventually('some bytes', async () => (await one(s.owner)).progress.bytes >= 100_000);
  assert.deepEqual((await s.owner.call('DELETE', '/v1/models/tiny')).body, { success: true });
  assert.equal((await one(s.owner)).state, 'available');
  assert.equal(s.store.server.requests.length, 1);
});

test('the reason of a failed download is shown, and it can be retried', async () => {
  await using s = await scene([{ answers: 404 }, 'serves']);
  await s.owner.call('POST', PULL, accept);
  const model = await eventually('the failure', async () => {
    const model = await one(s.owner);
    return model.state !== 'fetching' && model;
  });
  assert.equal(model.state, 'failed');
  assert.match(model.problem, /answered 404/);
  await s.owner.call('POST', PULL, accept);
  await until(s.owner, 'installed');
});

test('a download requires the accepted licence and a known hash', async () => {
  await using s = await scene(['serves'], { changes: { sha256: null } });
  assert.equal((await s.owner.call('POST', PULL, {})).status, 422);
  assert.equal((await s.owner.call('POST', PULL, { accept_licence: false })).status, 422);
  assert.match(
    (await s.owner.call('POST', PULL, accept)).body.detail,
    /hash of this model is not known/,
  );
  assert.equal((await s.owner.call('POST', '/v1/models/huge/pull', accept)).status, 404);
  assert.equal((await s.owner.call('POST', '/v1/models/%20/pull', accept)).status, 404);
  assert.equal(s.store.server.requests.length, 0);
});

test('the operator can forbid downloads', async () => {
  await using s = await scene(['serves'], { offline: true });
  assert.equal((await s.owner.call('GET', '/v1/models')).body.downloads_allowed, false);
  const { status, body } = await s.owner.call('POST', PULL, accept);
  assert.deepEqual([status, /SVC_MODELS=off/.test(body.detail)], [409, true]);
});

test('other accounts cannot see the models', async () => {
  await using s = await scene();
  const first = { id: 'first', email: 'first@example.org', name: 'Rui' };
  await s.service.service.parts.db
    .insertInto('users')
    .values({ ...first, created_at: new Date('2020-01-01') })
    .execute();
  for (const [method, path] of [
    ['GET', '/v1/models'],
    ['POST', PULL],
    ['DELETE', '/v1/models/tiny'],
  ] as const) {
    const body = method === 'POST' ? accept : undefined;
    const { status, body: answer } = await s.owner.call(method, path, body);
    assert.deepEqual(
      [status, answer.detail],
      [403, 'Only the owner of this installation may do this.'],
    );
  }
});
