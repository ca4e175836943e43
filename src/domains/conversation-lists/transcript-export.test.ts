import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

const segments = (...texts: string[]) =>
  texts.map((text, index) => ({
    text,
    speaker: `SPEAKER_0${index % 2}`,
    is_user: index % 2 === 0,
    start: index * 3,
    end: index * 3 + 3,
  }));
const fromSegments = (body: object) => key.call('POST', `${PATH}/from-segments`, body);

test('a transcript can be downloaded in every format', async () => {
  const { id } = (
    await fromSegments({
      transcript_segments: segments('Is 1 < 2?', 'Yes --> surely.'),
      started_at: '2026-03-07T10:00:00Z',
    })
  ).body;
  const download = async (format: string) => {
    const response = await fetch(
      new URL(`${PATH}/${id}/transcript?format=${format}`, service.url),
      {
        headers: { Authorization: `Bearer ${key.key}` },
      },
    );
    const disposition = response.headers.get('content-disposition') ?? '';
    assert.match(
      disposition,
      new RegExp(`^attachment; filename="conversation-2026-03-07-.*\\.${format}"$`),
    );
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  assert.match(
    (await download('txt')).text,
    /^\[0:00\] .+: Is 1 < 2\?\n\[0:03\] Speaker 1: Yes --> surely\.\n$/,
  );
  assert.match((await download('md')).text, /^# .+\n\n\*2026-03-07T10:00:00.000Z\*/);
  assert.match(
    (await download('srt')).text,
    /^1\n00:00:00,000 --> 00:00:03,000\n.+: Is 1 < 2\?\n\n2\n/,
  );
  const vtt = await download('vtt');
  assert.equal(vtt.type, 'text/vtt; charset=utf-8');
  assert.match(vtt.text, /^WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n<v .+>Is 1 &lt; 2\?\n/);
  assert.ok(!vtt.text.includes('--> surely'));
  assert.equal(JSON.parse((await download('json')).text).segments.length, 2);
  assert.equal((await key.call('GET', `${PATH}/${id}/transcript?format=pdf`)).status, 422);
});
