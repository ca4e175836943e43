import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinedSound } from '../audio/testing.ts';
import { AudioRing } from './audio-ring.ts';

test('the ring keeps the newest sound up to its limit, with its position', () => {
  const step = fc.record({ push: fc.nat(50), forget: fc.option(fc.nat(500), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ring = new AudioRing(100);
      let written = 0;
      let start = 0;
      for (const { push, forget } of steps) {
        ring.push(Int16Array.from({ length: push }, () => written++));
        if (forget !== undefined) ring.forget(forget);
        start = Math.max(start, written - 100, Math.min(forget ?? 0, written));
        assert.equal(ring.start, start);
        assert.equal(ring.length, written - start);
        const expected = Int16Array.from({ length: written - start }, (_, i) => start + i);
        assert.deepEqual(joinedSound(...ring.chunks()), expected);
        const middle = expected.slice(3, Math.max(3, expected.length - 2));
        assert.deepEqual(ring.slice(start + 3, written - 2), middle);
        assert.deepEqual(ring.slice(-5, written + 5), expected, 'what is not there is left out');
      }
    }),
  );
});

test('the writer may reuse its memory', () => {
  const ring = new AudioRing(10);
  const memory = Int16Array.of(1, 2, 3);
  ring.push(memory);
  memory.fill(0);
  assert.deepEqual(ring.chunks(), [Int16Array.of(1, 2, 3)]);
});
