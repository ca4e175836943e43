/** Tests the things that a talk names, as the model of topics sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../rules/reading.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { hear } from './heard.ts';
import { topicsOf } from './topics.ts';

test('a thing counts up to four times', () => {
  const counted = (times: number) => {
    const lines = Array.from({ length: times }, (): Line => ['Anna', 'The parcel is here.']);
    const transcript = transcriptOf(lines);
    const [topic] = topicsOf(read(transcript), hear(transcript).read);
    return topic!.features.slice(0, 2).join(', ');
  };
  assert.deepEqual(
    [3, 4, 5].map(counted),
    [3, 4, 4].map((times) => `times ${times}, whole ${times}`),
  );
});
