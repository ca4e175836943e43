/** Tests that the names that the user knows help the recogniser and correct its words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silence } from '../../engines/audio/testing.ts';
import type { Recogniser, RecognitionOptions } from '../../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { eventually } from '../../testing/eventually.ts';
import { listen } from '../../testing/speech/voiced-service.ts';
import { startService } from '../../testing/start-service.ts';
import { writeWav } from '../../engines/audio/wav.ts';

const word = (text: string, at: number, confidence?: number) => ({
  text,
  start: at / 4,
  end: (at + 1) / 4,
  ...(confidence !== undefined && { confidence }),
});
const UNSURE = [
  word('Ask', 0, 0.9),
  word('Anna', 1, 0.2),
  word('Nunez', 2, 0.3),
  word('about', 3, 0.9),
  word('comma', 4, 0.4),
  word('lice.', 5, 0.2),
];
const SURE = [word('A', 8, 0.9), word('comma', 9, 0.8), word('lice', 10, 0.9)];
const UNMEASURED = [word('A', 12), word('comma', 13), word('lice', 14)];

/** Returns a recogniser that hears these words, and the options of its sessions. */
function listening(): { recogniser: Recogniser; opened: RecognitionOptions[] } {
  const opened: RecognitionOptions[] = [];
  const recogniser = scriptedRecogniser({
    utterances: [UNSURE, SURE, UNMEASURED].map((words) => ({
      text: words.map(({ text }) => text).join(' '),
      start: words[0]!.start,
      end: words.at(-1)!.end,
      words,
    })),
  });
  const open = (options: RecognitionOptions) => {
    opened.push(options);
    return recogniser.open(options);
  };
  return { recogniser: { ...recogniser, open }, opened };
}

const EXPECTED = 'Ask Ana Núñez about Commalise. A comma lice A comma lice';

test('names of the list, of people and of memories reach the recogniser, and unsure words become names', async () => {
  const { recogniser, opened } = listening();
  await using service = await startService({ recogniser });
  const { owner } = service;
  await owner.call('PUT', '/v1/users/me/vocabulary', { words: ['Commalise', 'Porto'] });
  await owner.call('POST', '/v1/users/people', { name: 'Ana Núñez' });
  const facts = [
    'Has a sister in Faro',
    'Works with Lena Brook in May',
    'The password of the router is Falcon',
  ];
  for (const content of facts) await owner.call('POST', '/v3/memories', { content });
  await using listener = await listen(service);
  await listener.stream(silence(4), { speed: 10 });
  const said = () => [...listener.segments.values()].map(({ text }) => text).join(' ');
  await listener.until(() => said() === EXPECTED);
  const [{ vocabulary }] = opened as [RecognitionOptions];
  assert.deepEqual(vocabulary!.slice(0, 3), ['Commalise', 'Porto', 'Ana Núñez']);
  assert.deepEqual(vocabulary!.slice(3).toSorted(), ['Faro', 'Lena Brook']);
});

test('a list that changes during a session corrects the words from then on', async () => {
  const recogniser = scriptedRecogniser({
    utterances: Array.from({ length: 30 }, (_, at) => {
      const words = [word('comma', 8 * at, 0.4), word('lice.', 8 * at + 1, 0.2)];
      return { text: 'comma lice.', start: 2 * at, end: 2 * at + 0.5, words };
    }),
  });
  await using service = await startService({ recogniser });
  await using listener = await listen(service);
  const said = () => [...listener.segments.values()].map(({ text }) => text).join(' ');
  const sound = listener.stream(silence(60), { speed: 10 });
  await listener.until(() => said().includes('comma lice.'));
  await service.owner.call('PUT', '/v1/users/me/vocabulary', { words: ['Commalise'] });
  await listener.until(() => said().includes('Commalise.'));
  await sound;
});

test('names help the words of an uploaded recording as well', async () => {
  const { recogniser, opened } = listening();
  await using service = await startService({ recogniser });
  const { owner } = service;
  const words = ['Commalise', 'Ana Núñez'];
  await owner.call('PUT', '/v1/users/me/vocabulary', { words });
  const form = new FormData();
  form.append('file', new Blob([writeWav(silence(4))]), 'talk.wav');
  const { body } = await owner.call('POST', '/v1/conversations/upload', form);
  await eventually('the words of the recording', async () => {
    const read = await owner.call('GET', `/v1/conversations/${body.conversation_id}`);
    const { transcript_segments: segments } = read.body;
    return segments.map(({ text }: { text: string }) => text).join(' ') === EXPECTED;
  });
  assert.deepEqual(opened[0]!.vocabulary, words);
});
