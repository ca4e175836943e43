/** Tests the parsing of a request: query, field sources, ranges and entity tags. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Invalid } from '../../../core/errors.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { route } from '../../../kit/route.ts';
import { bytesTag, entityTag, names } from './entity-tag.ts';
import { inputOf, withSources } from './input.ts';
import { innerType, readQuery } from './query.ts';
import { rangeOf } from './range.ts';

test('query parameters are parsed as numbers, booleans and lists by the schema', () => {
  const shape = {
    size: z.int().optional().default(3),
    on: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    name: z.string(),
    when: z
      .string()
      .transform((text) => new Date(text))
      .pipe(z.date()),
  };
  const read = (query: Record<string, string | string[]>) =>
    readQuery(Object.keys(shape), shape, query);
  assert.deepEqual(read({}), {});
  for (const [text, number] of [
    ['7', 7],
    ['-1.5', -1.5],
    ['1e3', 1000],
    ['1x', '1x'],
    ['', ''],
  ]) {
    assert.deepEqual(read({ size: text as string }), { size: number });
  }
  for (const on of ['true', '1', 'YES', 'on']) assert.deepEqual(read({ on }), { on: true });
  for (const on of ['false', '0', 'No', 'off']) assert.deepEqual(read({ on }), { on: false });
  assert.deepEqual(read({ on: 'null' }), { on: null });
  assert.deepEqual(read({ on: 'maybe' }), { on: 'maybe' });
  assert.deepEqual(read({ tags: 'a,b' }), { tags: ['a', 'b'] });
  assert.deepEqual(read({ tags: ['a', 'b,c'] }), { tags: ['a', 'b', 'c'] });
  assert.deepEqual(read({ name: ['1', '2'] }), { name: '2' });
  assert.equal(innerType(shape.size), 'number');
  assert.equal(innerType(shape.when), 'date');
});

test('a range selects one part of the file while the file is unchanged', () => {
  const range = (text: string | undefined, condition?: string) =>
    rangeOf({ range: text, ...(condition && { 'if-range': condition }) }, { size: 10, tag: '"t"' });
  assert.deepEqual(range('bytes=0-0'), [0, 0]);
  assert.deepEqual(range('bytes=2-5'), [2, 5]);
  assert.deepEqual(range('bytes=2-99'), [2, 9]);
  assert.deepEqual(range('bytes=9-'), [9, 9]);
  assert.deepEqual(range('bytes=-3'), [7, 9]);
  assert.deepEqual(range('bytes=-99'), [0, 9]);
  assert.deepEqual(range('bytes=1-2', '"t"'), [1, 2]);
  for (const whole of [
    undefined,
    'bytes=-',
    'bytes=10-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'lines=0-1',
    'bytes=-0',
  ]) {
    assert.equal(range(whole), null, whole);
  }
  assert.equal(range('bytes=1-2', '"other"'), null);
});

test('an entity tag depends on the content, and headers can name it', () => {
  assert.match(entityTag('a'), /^"[\w-]{27}"$/);
  assert.equal(entityTag('a'), bytesTag(Buffer.from('a')));
  assert.notEqual(entityTag('a'), entityTag('b'));
  for (const header of ['"t"', 'W/"t"', '"s", "t"', '*', '"s", *']) assert.ok(names(header, '"t"'));
  for (const header of [undefined, '', '"s"', 't']) assert.ok(!names(header, '"t"'));
});

const change = defineOperation({
  name: 'change',
  summary: 'Changes it',
  scope: null,
  effect: 'write',
  input: z.object({ id: z.string(), name: z.string(), dry: z.boolean().optional() }),
  output: z.string(),
  run: async () => 'done',
});

test('each input field comes from exactly one part of the request', () => {
  const at = { path: '/things/{id}', credential: 'none', query: ['dry'] } as const;
  const read = (method: 'PATCH' | 'GET' | 'DELETE', body: unknown, query = {}, id = 'i') =>
    inputOf(route(change, { ...at, method }), {
      body,
      query,
      params: { id },
    } as unknown as FastifyRequest);
  assert.deepEqual(read('PATCH', { name: 'n' }, { dry: '1', name: 'q' }), {
    id: 'i',
    name: 'n',
    dry: true,
  });
  assert.deepEqual(read('PATCH', undefined), { id: 'i' });
  assert.deepEqual(read('GET', { name: 'n' }, { name: 'q' }), { id: 'i', name: 'q' });
  assert.deepEqual(read('DELETE', { name: 'n' }), { id: 'i', name: 'n' });
  assert.deepEqual(read('DELETE', { name: 'n' }, { name: 'q' }), { id: 'i', name: 'q' });
  assert.deepEqual(read('PATCH', {}, {}, 'a\0\ud83d'), { id: 'a\uFFFD\uFFFD' });
  for (const body of [[], 'text', null, 7]) {
    assert.throws(() => read('PATCH', body), /must be a JSON object/);
  }
  assert.throws(() => read('PATCH', { id: 'x' }), /id must not be in the body/);
  assert.throws(() => read('PATCH', { dry: true }), /dry must not be in the body/);
});

test('problems name the location of the field', () => {
  const changed = route(change, {
    method: 'PATCH',
    path: '/things/{id}',
    credential: 'none',
    query: ['dry'],
  });
  const problem = (...loc: string[]) => ({ loc, msg: 'm', type: 't' });
  const { problems } = withSources(
    new Invalid('no', [problem('id'), problem('name', 'x'), problem('dry'), problem()]),
    changed,
  );
  assert.deepEqual(
    problems!.map(({ loc }) => loc.join('.')),
    ['path.id', 'body.name.x', 'query.dry', 'body'],
  );
  assert.equal(withSources(new Invalid('no'), changed).problems, undefined);
});
