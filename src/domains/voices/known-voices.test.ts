import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoicePrint, VoicePrinter } from '../../engines/voices/print.ts';
import { ownerVerdict, recogniseVoice } from './known-voices.ts';

const print = (likeness: number): VoicePrint => ({
  model: 'm',
  seconds: 4,
  statistics: new Float32Array([likeness]),
});
const voice = (name: string | null, likeness: number) => ({
  is_user: name === null,
  person_id: name,
  person_name: name,
  print: print(likeness),
});
/** A fake voiceprint model with a fixed similarity for each known voice. */
const printer = {
  likeness: ({ statistics }: VoicePrint) => statistics[0]!,
  judge: (likeness: number) => (likeness > 0.8 ? 'sure' : likeness > 0.4 ? 'perhaps' : 'other'),
} as unknown as VoicePrinter;

function verdict(...known: [name: string | null, likeness: number][]) {
  const voices = known.map(([name, likeness]) => voice(name, likeness));
  const found = recogniseVoice(printer, voices, print(0));
  return found && [found.voice.person_name, found.verdict, ownerVerdict(found)];
}

test('the most similar known voice is returned, surely only if no other is close', () => {
  assert.equal(verdict(), null);
  assert.equal(verdict(['Ana', 0.25]), null);
  assert.deepEqual(verdict(['Ana', 0.5], ['Ben', 1]), ['Ben', 'sure', 'other']);
  assert.deepEqual(verdict(['Ana', 0.5]), ['Ana', 'perhaps', 'other']);
  assert.deepEqual(verdict(['Ana', 17], ['Ben', 20]), ['Ben', 'sure', 'other']);
  assert.deepEqual(verdict(['Ana', 17.5], ['Ben', 20]), ['Ben', 'perhaps', 'other']);
  assert.deepEqual(verdict([null, 1]), [null, 'sure', 'owner']);
  assert.deepEqual(verdict([null, 1], ['Ana', 0.875]), [null, 'perhaps', 'probable']);
  assert.equal(ownerVerdict(null), 'other');
});
