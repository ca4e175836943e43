import assert from 'node:assert/strict';
import { test } from 'node:test';
import { betterRecogniser, lesserThan } from './better-recogniser.ts';

const SMALL = 'sherpa-en-small-stream';
const BUILT_IN = 'whisper-base';
const LARGE = 'sherpa-en-quality-stream';

const ROWS: readonly [heard: string, now: string, isLesser: boolean][] = [
  ['pocketsphinx', BUILT_IN, true],
  [BUILT_IN, SMALL, true],
  [BUILT_IN, 'openai', true],
  ['pocketsphinx', SMALL, true],
  ['pocketsphinx', LARGE, true],
  ['pocketsphinx', 'deepgram', true],
  ['pocketsphinx', 'openai', true],
  [SMALL, LARGE, true],
  [SMALL, 'openai-realtime', true],
  [LARGE, 'deepgram', true],
  [BUILT_IN, BUILT_IN, false],
  [SMALL, SMALL, false],
  ['deepgram', 'deepgram', false],
  ['deepgram', 'openai', false],
  [LARGE, 'sherpa-multi-quality-stream', false],
  [LARGE, SMALL, false],
  ['deepgram', LARGE, false],
  [SMALL, BUILT_IN, false],
  ['pocketsphinx', 'none', false],
  ['pocketsphinx', 'sherpa-somebody-elses', false],
  ['none', 'deepgram', false],
  ['client', 'deepgram', false],
  ['sherpa-somebody-elses', 'deepgram', false],
];

for (const [heard, now, isLesser] of ROWS) {
  test(`${heard} ${isLesser ? 'is' : 'is not'} lesser than ${now}`, () => {
    assert.equal(lesserThan(now).includes(heard), isLesser);
  });
}

test('a recogniser is better only if one that the service knows is worse', () => {
  const capabilities = { languages: ['en'] } as never;
  assert.equal(betterRecogniser({ name: 'whatever', capabilities }), null);
  const better = betterRecogniser({ name: SMALL, capabilities });
  const lesser = ['pocketsphinx', BUILT_IN];
  assert.deepEqual(better, { name: SMALL, lesser, languages: ['en'] });
});
