import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Recogniser } from '../../../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../../testing/clients/recording.ts';
import { startService } from '../../../testing/start-service.ts';
import { STORY } from './sample-story.ts';

const PATH = '/v1/demo';
const utterances = [{ text: 'I live in Boston with my two children.', start: 1, end: 4 }];
const isDone = ({ status }: Json) => status === 'completed';

test('without a recogniser, the sample is played in words, processed and removed', async () => {
  await using service = await startService({ sampleSpeed: 40 });
  const { owner } = service;
  // The typed client sends an idempotency key with every change; the sample must not play in the
  // transaction of that request.
  const response = await fetch(`${service.url}${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Idempotency-Key': randomUUID() },
  });
  assert.equal(response.status, 200);
  const body = (await response.json()) as Json;
  assert.ok(body.seconds >= 1);
  const played = await untilConversation(service, body.conversation_id, isDone);
  assert.equal(played.source, 'demo');
  assert.equal(textOf(played), STORY.map(({ text }) => text).join(' '));
  assert.ok(played.structured.action_items.length > 0);
  const memories = await owner.call('GET', '/v3/memories');
  assert.ok(memories.body.length > 0);

  assert.deepEqual((await owner.call('DELETE', PATH)).body, { deleted: 1 });
  assert.equal((await owner.call('GET', `/v1/conversations/${played.id}`)).status, 404);
  assert.deepEqual((await owner.call('GET', '/v3/memories')).body, []);
  assert.deepEqual((await owner.call('DELETE', PATH)).body, { deleted: 0 });
});

test('with a recogniser, the sound of the sample is heard and kept with its loudness', async () => {
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances }),
    sampleSpeed: 20,
  });
  const { owner } = service;
  const { body } = await owner.call('POST', PATH);
  const played = await untilConversation(service, body.conversation_id, isDone);
  assert.match(textOf(played), /I live in Boston/);
  const path = `/v1/conversations/${played.id}/audio`;
  const [file] = (await owner.call('GET', `${path}?include=peaks`)).body.files;
  assert.ok(Math.abs(file.peaks.length - file.seconds / 0.3) < 1, `${file.seconds} s`);
  assert.equal(file.peaks[0], 0, 'the sample begins with silence');
  assert.ok(Math.max(...file.peaks) > 60);
  const [plain] = (await owner.call('GET', path)).body.files;
  assert.equal(plain.peaks, undefined);
});

test('the sample is played once at a time, beside a recording of the user', async () => {
  await using service = await startService({ sampleSpeed: 3 });
  const { owner } = service;
  await using device = await openDevice(service, { custom_stt: 'enabled' });
  await untilReady(device);
  const segment = { text: 'This is my own talk.', start: 0, end: 2 };
  device.say({ type: 'suggested_transcript', segments: [segment] });
  await device.until(() => device.text !== '');
  const { body } = await owner.call('POST', PATH);
  const again = await owner.call('POST', PATH);
  assert.equal(again.status, 409);
  assert.match(again.body.detail, /being played already/);
  // Removing the sample stops it; the other recording continues.
  assert.deepEqual((await owner.call('DELETE', PATH)).body, { deleted: 1 });
  const live = await owner.call('GET', '/v1/conversations?statuses=in_progress');
  assert.deepEqual(
    live.body.map(({ id }: Json) => id === body.conversation_id),
    [false],
  );
});

test('a service that stops does not wait for the end of the sample', async () => {
  await using service = await startService({ sampleSpeed: 0.1 });
  assert.equal((await service.owner.call('POST', PATH)).status, 200);
});

test('an account that is deleted ends its sample', async () => {
  await using service = await startService({
    sampleSpeed: 0.1,
    environment: { SVC_SIGN_UP: 'open' },
  });
  const guest = await ApiUser.signUp(service.url, 'guest@example.com');
  assert.equal((await guest.call('POST', PATH)).status, 200);
  const current_password = 'a long enough passphrase';
  assert.equal((await guest.call('POST', '/v1/users/me/delete', { current_password })).status, 200);
  assert.equal((await guest.call('POST', PATH)).status, 401);
});

test('a sample that cannot begin is answered at once, and the owner sees the reason', async () => {
  const recogniser: Recogniser = {
    ...scriptedRecogniser({ utterances }),
    open: () => {
      throw new Error('The recogniser is broken.');
    },
  };
  await using service = await startService({
    recogniser,
    environment: { SVC_LOG_LEVEL: 'error' },
  });
  const { owner } = service;
  // Without the proxy of the other tests, because the document lists no 500.
  const direct = new ApiUser(service.service.url, owner.token, owner.id);
  assert.equal((await direct.call('POST', PATH)).status, 500);
  const { errors } = (await owner.call('GET', '/v1/installation')).body;
  const [{ cause }] = errors.filter(({ message }: Json) => /sample could not be/.test(message));
  assert.equal(cause, 'The recogniser is broken.');
});
