import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepgramAddress, deepgramRecogniser, withQuestion } from './deepgram.ts';
import { readResults } from './results.ts';

test('addresses are accepted in several forms', () => {
  for (const [written, meant] of [
    ['wss://api.deepgram.com/v1/listen', 'wss://api.deepgram.com/v1/listen'],
    ['https://api.eu.deepgram.com', 'wss://api.eu.deepgram.com/v1/listen'],
    ['http://whisper:8000/', 'ws://whisper:8000/v1/listen'],
    ['ground.speech.example.org', 'wss://ground.speech.example.org/v1/listen'],
    ['localhost:8000', 'ws://localhost:8000/v1/listen'],
    ['ws://host/proxy/listen?tag=a', 'ws://host/proxy/listen?tag=a'],
  ] as const) {
    assert.equal(deepgramAddress(written).href, meant);
  }
  for (const wrong of ['', 'ftp://host', 'http://']) assert.throws(() => deepgramAddress(wrong));
});

test('results become words with times, and other messages are ignored', () => {
  const word = (more: object) => ({ word: 'hi', start: 1, end: 2, ...more });
  const read = (words: object[] | null, more: object = {}) => {
    const channel = { alternatives: [{ transcript: 'hi there', words }] };
    const message = { type: 'Results', start: 1, duration: 2, channel, ...more };
    return readResults(JSON.stringify(message))?.results?.[0];
  };
  assert.deepEqual(read([word({})]), {
    start: 1,
    end: 3,
    final: false,
    words: [{ text: 'hi', start: 1, end: 2 }],
  });
  assert.equal(read([word({})], { is_final: true })!.final, true);
  const texts = read([
    word({ punctuated_word: 'Hi,', confidence: 1.5, speaker: 0 }),
    word({ punctuated_word: '', confidence: 0 }),
    word({ word: ' ' }),
    word({ confidence: -1, speaker: null }),
  ])!.words;
  assert.deepEqual(texts, [
    { text: 'Hi,', start: 1, end: 2, confidence: 1, speaker: 0 },
    { text: 'hi', start: 1, end: 2 },
    { text: 'hi', start: 1, end: 2, confidence: 0 },
  ]);
  for (const none of [null, []]) {
    const spread = read(none)!.words;
    assert.deepEqual(
      spread.map(({ text }) => text),
      ['hi', 'there'],
    );
    assert.deepEqual([spread[0]!.start, spread[1]!.end], [1, 3]);
  }
  assert.deepEqual(readResults('{"type":"Metadata"}'), {});
  assert.equal(readResults('{"type":"Results"}'), undefined);
  assert.equal(readResults('rubbish'), undefined);
});

test('a server counts as local only on this machine', () => {
  const made = (url?: string) =>
    deepgramRecogniser({ ...(url && { url }) } as Parameters<typeof deepgramRecogniser>[0]);
  assert.equal(made().capabilities.local, false);
  assert.equal(made('ws://localhost:8000').capabilities.local, true);
});

test('names are sent to models that take them, up to the limits of the provider', () => {
  const asked = (vocabulary: string[], { model = 'nova-3', base = 'ws://host/v1/listen' } = {}) =>
    withQuestion(new URL(base), { model, language: 'en', vocabulary }).searchParams;
  assert.deepEqual(asked(['Ana Núñez', 'Porto']).getAll('keyterm'), ['Ana Núñez', 'Porto']);
  assert.deepEqual(asked(['Ana'], { model: 'nova-3-medical' }).getAll('keyterm'), ['Ana']);
  assert.deepEqual(asked(['Ana'], { model: 'nova-2' }).getAll('keyterm'), []);
  const own = { base: 'ws://host/v1/listen?keyterm=Faro' };
  assert.deepEqual(asked(['Ana'], own).getAll('keyterm'), ['Faro']);
  const whisper = { base: 'ws://host/v1/listen?model=whisper' };
  assert.deepEqual(asked(['Ana'], whisper).getAll('keyterm'), []);
  const many = Array.from({ length: 300 }, (_, index) => `N${index}`);
  assert.equal(asked(many).getAll('keyterm').length, 100);
  assert.deepEqual(asked(['x'.repeat(601), 'y']).getAll('keyterm'), []);
});
