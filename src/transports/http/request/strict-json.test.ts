import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseStrictJson } from './strict-json.ts';

test('all valid JSON is parsed like by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), (value, indent) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'));
      const text = JSON.stringify(value, null, indent);
      assert.deepEqual(parseStrictJson(text), JSON.parse(text));
    }),
  );
});

test('a repeated name is refused, however it is written', () => {
  for (const text of ['{"a":1,"a":2}', '{"b":[{"a":1,"\\u0061":2}]}', '{"":1,"x":{},"":2}']) {
    assert.throws(() => parseStrictJson(text), /appears twice/);
  }
  assert.deepEqual(parseStrictJson('{"a":{"a":"a"},"b":[{"a":1},{"a":":"}]}'), {
    a: { a: 'a' },
    b: [{ a: 1 }, { a: ':' }],
  });
});

test('deep, broken or prototype-changing JSON is refused with a message', () => {
  assert.throws(() => parseStrictJson('['.repeat(40) + ']'.repeat(40)), /nested deeper/);
  assert.throws(() => parseStrictJson('{"a":'), /not valid JSON/);
  assert.throws(() => parseStrictJson('{"x":{"__proto__":{}}}'), /is not allowed/);
});
