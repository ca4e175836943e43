/** Tests the checks before an operation runs, and the fields of its answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Conflict, InsufficientScope, Invalid, NoRoom, NotReady } from '../core/errors.ts';
import { text } from '../core/wire.ts';
import { lenientLimit, ListOffset, TextOffset } from './assistant-list.ts';
import { userOf } from './context.ts';
import type { Actor, Context } from './context.ts';
import { dropNoise } from './json-schema.ts';
import { defineOperation, requireOpen, requireScope, variantOf } from './operation.ts';
import { cutPage, readCursor, writeCursor } from './page.ts';
import { problemsOf, unusableText } from './problems.ts';
import { outputOf, route, runRoute, sourceOf } from './route.ts';
import { assistantScope } from '../core/scopes.ts';
import { defineStream } from './stream.ts';
import { tool } from './tool.ts';
import { FileInMemory, FileOnDisk, severalUploaded, uploaded } from './upload.ts';

const closed = new NotReady('closed', { body: {}, notice: 'Closed.' });
function contextOf({
  scopes,
  kind = 'developer_key',
  isClosed = false,
  isFull = false,
}: { scopes?: string[]; kind?: string; isClosed?: boolean; isFull?: boolean } = {}) {
  const asked: string[] = [];
  const changed: string[] = [];
  const context = {
    actor: { kind, user_id: 'ana', ...(scopes && { scopes }) } as unknown as Actor,
    gates: {
      door: async () => {
        asked.push('door');
        return isClosed ? closed : null;
      },
    },
    db: { isTransaction: false },
    changed: (user_id: string) => changed.push(user_id),
    requireRoom() {
      if (isFull) throw new NoRoom('full');
    },
  } as unknown as Context;
  return { context, asked, changed };
}

const words = { summary: 'Does it' };
const Named = z.object({ name: text({ max: 5, blank: 'Say a name' }) });
const greet = defineOperation({
  ...words,
  name: 'greet',
  scope: 'memories:write',
  effect: 'write',
  input: Named,
  output: z.object({ hello: z.string() }),
  run: async (_, { name }) => ({ hello: name, hidden: 'secret' }),
});

test('an operation runs for a caller with its scope, and returns only the fields of its shape', async () => {
  const { context } = contextOf({ scopes: ['memories:write'] });
  assert.equal(greet.name, 'greet');
  assert.deepEqual(await greet(context, { name: 'Rui', more: 1 }), { hello: 'Rui' });
  assert.deepEqual(await greet(contextOf().context, { name: 'Rui' }), { hello: 'Rui' });
  const refused = greet(contextOf({ scopes: [] }).context, { name: 'Rui' });
  await assert.rejects(refused, new InsufficientScope('memories:write'));
  const assistant = contextOf({ scopes: [], kind: 'mcp_key' }).context;
  assert.throws(
    () => requireScope(assistant, 'memories:write'),
    new InsufficientScope('memories.write'),
  );
  requireScope(assistant, null);
});

test('an invalid input is refused with all its problems, and a blank field with one sentence', async () => {
  const { context } = contextOf();
  const problemsFor = (input: unknown) =>
    greet(context, input).then(
      () => assert.fail('It was accepted.'),
      (error: Invalid) => error.problems ?? error.message,
    );
  assert.deepEqual(await problemsFor({}), [
    { loc: ['name'], msg: 'Field required', type: 'missing' },
  ]);
  assert.deepEqual(await problemsFor({ name: 3 }), [
    { loc: ['name'], msg: 'Input should be a valid string', type: 'string_type' },
  ]);
  assert.equal(await problemsFor({ name: ' ' }), 'Say a name');
  const both = (await problemsFor({ name: '      ' })) as { type: string }[];
  assert.deepEqual(
    both.map(({ type }) => type),
    ['string_too_long', 'blank'],
  );
  const loose = defineOperation({
    ...words,
    name: 'loose',
    scope: null,
    effect: 'read',
    input: z.object({ name: z.string(), in: Named.optional() }),
    output: z.string(),
    run: async () => 'done',
  });
  assert.equal(await loose(context, { name: 'a' }), 'done');
  await assert.rejects(loose(context, { name: 'a\0' }), Invalid);
  await assert.rejects(loose(context, { name: 'a', in: { name: ' ' } }), ({ problems }: Invalid) =>
    Boolean(problems),
  );
});

test('with a full disk data can be read and deleted, but not created', async () => {
  const { context } = contextOf({ isFull: true });
  const effects = [
    ['write', undefined, false],
    ['write', false, true],
    ['read', undefined, true],
    ['destroy', undefined, true],
  ] as const;
  for (const [effect, needsRoom, runs] of effects) {
    const operation = defineOperation({
      ...words,
      name: effect,
      scope: null,
      effect,
      ...(needsRoom === false && { needsRoom }),
      input: z.object({}),
      output: z.string(),
      run: async () => effect,
    });
    for (const each of [operation, variantOf(operation, {})]) {
      if (runs) assert.equal(await each(context, {}), effect);
      else await assert.rejects(each(context, {}), NoRoom);
    }
  }
});

function gated(effect: 'read' | 'write', whileClosed?: () => Promise<string>) {
  const runs: string[] = [];
  const operation = defineOperation({
    ...words,
    name: 'gated',
    scope: null,
    effect,
    gate: 'door' as never,
    input: z.object({}),
    output: z.string(),
    run: async () => {
      runs.push(effect);
      return 'open';
    },
    ...(whileClosed && { whileClosed }),
  });
  return { operation, runs };
}

test('a closed gate refuses or runs the alternative, and nothing is written', async () => {
  for (const effect of ['read', 'write'] as const) {
    const { operation, runs } = gated(effect);
    const shut = contextOf({ isClosed: true });
    assert.equal(await operation(contextOf().context, {}), 'open');
    await assert.rejects(operation(shut.context, {}), closed);
    assert.deepEqual(shut.asked, ['door']);
    if (effect === 'write') assert.equal(runs.length, 1);
    const said = gated(effect, async () => 'closed for now');
    assert.equal(await said.operation(contextOf().context, {}), 'open');
    assert.equal(await said.operation(shut.context, {}), 'closed for now');
    assert.equal(said.runs.length, 1);
    // A variant checks its gate once and uses the name of that gate.
    const variant = variantOf(operation, { answer: (answer) => `${answer}!` });
    const open = contextOf();
    assert.equal(await variant(open.context, {}), 'open!');
    assert.deepEqual(open.asked, ['door']);
    await assert.rejects(requireOpen(shut.context, variant), closed);
  }
  await requireOpen(contextOf().context, gated('read').operation);
  await requireOpen(contextOf({ isClosed: true }).context, greet);
  const failing = defineOperation({
    ...words,
    name: 'failing',
    scope: null,
    effect: 'read',
    gate: 'door' as never,
    input: z.object({}),
    output: z.string(),
    run: async () => {
      throw new Conflict('failed');
    },
  });
  await assert.rejects(failing(contextOf().context, {}), new Conflict('failed'));
  await assert.rejects(failing(contextOf({ isClosed: true }).context, {}), closed);
  const nowhere = { ...contextOf().context, gates: {} };
  await assert.rejects(failing(nowhere, {}), /no gate named door/);
});

test('a variant takes another input and returns another answer', async () => {
  const { context } = contextOf();
  const other = variantOf(greet, {
    name: 'hail',
    input: z.object({ who: z.string() }),
    given: ({ who }) => ({ name: who }),
    output: z.object({ text: z.string() }),
    answer: ({ hello }) => ({ text: `Hail, ${hello}` }),
  });
  assert.deepEqual(await other(context, { who: 'Ana' }), { text: 'Hail, Ana' });
  assert.deepEqual([other.name, other.scope, other.effect], ['hail', 'memories:write', 'write']);
  assert.deepEqual(await variantOf(greet, {})(context, { name: 'Ana' }), { hello: 'Ana' });
});

const counting = defineStream({
  ...words,
  name: 'count',
  scope: 'memories:read',
  effect: 'read',
  gate: 'door' as never,
  input: z.object({ to: z.int() }),
  events: z.object({ type: z.literal('number'), value: z.int() }),
  output: z.object({ total: z.int() }),
  async *run(_, { to }) {
    for (let value = 1; value <= to; value++) yield { type: 'number' as const, value };
    return { total: to };
  },
});

test('a stream yields its events and its output, and called as an operation returns the output', async () => {
  const { context } = contextOf();
  assert.deepEqual(await counting(context, { to: 3 }), { total: 3 });
  const values: unknown[] = [];
  const events = counting.stream(context, { to: 2 });
  for (let next = await events.next(); ; next = await events.next()) {
    values.push(next.done ? next.value : next.value.value);
    if (next.done) break;
  }
  assert.deepEqual(values, [1, 2, { total: 2 }]);
  await assert.rejects(counting(contextOf({ scopes: [] }).context, { to: 1 }), InsufficientScope);
  await assert.rejects(counting(contextOf({ isClosed: true }).context, { to: 1 }), closed);
  const told = defineStream({
    ...words,
    name: 'told',
    scope: null,
    effect: 'read',
    gate: 'door' as never,
    input: z.object({}),
    events: counting.events,
    output: z.object({ total: z.int() }),
    async *run() {
      yield { type: 'number' as const, value: 1 };
      return { total: 1 };
    },
    async *whileClosed() {
      yield { type: 'number' as const, value: 0 };
      return { total: 0 };
    },
  });
  assert.deepEqual(await told(context, {}), { total: 1 });
  assert.deepEqual(await told(contextOf({ isClosed: true }).context, {}), { total: 0 });
});

test("a route returns its operation's answer or the mapped one, and only a stream route streams", async () => {
  const at = { method: 'POST', path: '/v1/greet/{name}', credential: 'none' } as const;
  const { context } = contextOf();
  const plain = route(greet, at);
  assert.deepEqual([plain.answer, plain.status, plain.list], ['json', 200, 'items']);
  assert.deepEqual(await runRoute(plain, context, { name: 'Ana' }), { hello: 'Ana' });
  assert.equal(outputOf(plain), greet.output);
  const output = z.object({ success: z.boolean() });
  const mapped = route(greet, {
    ...at,
    answer: { output, map: () => ({ success: true, more: 1 }) },
  });
  assert.equal(mapped.answer, 'json');
  assert.deepEqual(await runRoute(mapped, context, { name: 'Ana' }), { success: true });
  assert.equal(outputOf(mapped), output);
  assert.throws(() => route(greet, { ...at, answer: 'stream' }), /greet does not stream/);
  assert.equal(route(counting, { ...at, answer: 'stream' }).answer, 'stream');
  const source = (method: 'GET' | 'DELETE' | 'POST', field: string, query: string[] = []) =>
    sourceOf({ method, path: '/v1/things/{id}', query }, field);
  assert.deepEqual(
    [source('GET', 'id'), source('GET', 'name'), source('DELETE', 'name'), source('POST', 'name')],
    ['path', 'query', 'query', 'body'],
  );
  assert.deepEqual([source('POST', 'page', ['page']), source('POST', 'id')], ['query', 'path']);
});

test('a tool requires the scope of its operation, and knows the arguments of its pages', () => {
  const described = { name: 'greet', title: 'Greet', description: 'Greets.' };
  const plain = tool(greet, described);
  assert.deepEqual(
    [plain.scopes, plain.cursorParam, plain.limitParam, plain.destructive, plain.shape],
    [['memories:write'], null, null, false, greet.output],
  );
  const list = defineOperation({
    ...words,
    name: 'list',
    scope: null,
    effect: 'destroy',
    input: z.object({ offset: z.int().optional(), limit: z.int() }),
    output: z.object({ items: z.array(z.object({ is: z.string(), more: z.string() })) }),
    run: async () => ({ items: [] }),
  });
  const made = tool(list, {
    ...described,
    shape: z.object({ items: z.array(z.object({ is: z.string() })) }),
  });
  assert.deepEqual(
    [made.scopes, made.cursorParam, made.limitParam, made.destructive],
    [[], 'offset', 'limit', true],
  );
  const answer = { items: [{ is: 'a', more: 'b' }] };
  assert.deepEqual(made.view(answer), { items: [{ is: 'a' }] }, 'without fields for programs');
});

test('problems have the names that clients expect', () => {
  const shape = z.strictObject({
    kind: z.enum(['a', 'b']).optional(),
    own: z.enum(['a'], 'Only a').optional(),
    count: z.int().min(1).max(3).optional(),
    list: z.array(z.string()).min(1).max(1).optional(),
    when: z.iso.date('Use a day').optional(),
    odd: z.custom<number>((value) => value === 1, 'Only 1').optional(),
  });
  const problem = (input: unknown) =>
    problemsOf(shape.safeParse(input, { reportInput: true }).error!).map(
      ({ loc, msg, type }) => `${loc.join('.')} ${type}: ${msg}`,
    );
  assert.deepEqual(problem({ kind: 'c' }), ["kind enum: Input should be 'a' or 'b'"]);
  assert.deepEqual(problem({ own: 'c' }), ['own enum: Only a']);
  assert.match(problem({ count: 0 })[0]!, /^count greater_than_equal: /);
  assert.match(problem({ count: 4 })[0]!, /^count less_than_equal: /);
  assert.match(problem({ list: [] })[0]!, /^list too_short: /);
  assert.match(problem({ list: ['', ''] })[0]!, /^list too_long: /);
  assert.deepEqual(problem({ when: 'x' }), ['when value_error: Use a day']);
  assert.deepEqual(problem({ odd: 2 }), ['odd value_error: Only 1']);
  assert.deepEqual(problem({ x: 1, y: 2 }), [
    'x extra_forbidden: Extra inputs are not permitted',
    'y extra_forbidden: Extra inputs are not permitted',
  ]);
  const symbol = z.record(z.symbol(), z.string()).safeParse({ [Symbol('s')]: 1 });
  assert.deepEqual(problemsOf(symbol.error!)[0]!.loc, ['Symbol(s)']);
  const found = unusableText({
    a: ['x', 'y\0', { b: '\ud83d' }],
    c: new Uint8Array(1),
    d: null,
    e: 1,
  });
  assert.deepEqual(found, [
    { loc: ['a', 1], msg: 'String should not contain NUL characters', type: 'string_nul' },
    { loc: ['a', 2, 'b'], msg: 'String should be valid Unicode', type: 'string_unicode' },
  ]);
});

test('a page ends where the next one begins', () => {
  const keyOf = (row: number) => [row];
  assert.deepEqual(cutPage([1, 2], 2, keyOf), { items: [1, 2], next_cursor: null });
  assert.deepEqual(cutPage([], 0, keyOf), { items: [], next_cursor: null });
  const { items, next_cursor } = cutPage([1, 2, 3], 2, keyOf);
  assert.deepEqual(items, [1, 2]);
  const shape = z.tuple([z.number()]);
  assert.deepEqual(readCursor(next_cursor!, shape), [2]);
  assert.deepEqual([readCursor(undefined, shape), readCursor('', shape)], [null, null]);
  for (const wrong of ['rubbish', Buffer.from('["a"]').toString('base64url')]) {
    assert.throws(() => readCursor(wrong, shape), /Invalid cursor/);
  }
  const text = z.tuple([z.string()]);
  assert.deepEqual(readCursor(writeCursor(['a']), text), ['a']);
  for (const unusable of ['\0', '\ud800']) {
    assert.throws(() => readCursor(writeCursor([unusable]), text), /Invalid cursor/);
  }
});

test('numbers from assistants may be text, and are limited to their range', () => {
  const size = lenientLimit({ fallback: 5, max: 10 });
  assert.deepEqual(
    [undefined, '3', ' +4 ', 0, 11, 10].map((each) => size.parse(each)),
    [5, 3, 4, 1, 10, 10],
  );
  assert.deepEqual(
    ['7', 100_000, 100_001, undefined].map((each) => ListOffset.parse(each)),
    [7, 100_000, 100_000, 0],
  );
  assert.equal(TextOffset.parse('200000'), 200_000);
  for (const wrong of ['x', '-1', '1.5', ''])
    assert.ok(!ListOffset.safeParse(wrong).success, wrong);
});

test('files know their digest, which identifies a request', () => {
  const described = { name: 'a.txt', content_type: 'text/plain', size: 1, sha256: 'ff' };
  const held = new FileInMemory(described, new Uint8Array([7]));
  assert.deepEqual(JSON.parse(JSON.stringify(held)), { name: 'a.txt', sha256: 'ff' });
  assert.deepEqual([held.size, held.content_type, [...held.bytes]], [1, 'text/plain', [7]]);
  const kept = new FileOnDisk(described, '/tmp/x');
  assert.deepEqual([kept.path, kept.name], ['/tmp/x', 'a.txt']);
  assert.ok(uploaded(FileInMemory).safeParse(held).success);
  const error = uploaded(FileInMemory).safeParse(kept).error!;
  assert.deepEqual(problemsOf(error), [{ loc: [], msg: 'A file is required', type: 'missing' }]);
  const several = severalUploaded(FileInMemory, 2);
  const fits = [[], [held], [held, held], [held, held, held]].map(
    (files) => several.safeParse(files).success,
  );
  assert.deepEqual(fits, [false, true, true, false]);
});

test('a schema has no needless parts', () => {
  const cleaned = (json: Record<string, unknown>) => {
    dropNoise(json);
    return json;
  };
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
  assert.deepEqual(cleaned({ type: 'integer', minimum, maximum }), { type: 'integer' });
  assert.deepEqual(cleaned({ minimum: 0, maximum: 9, pattern: 'x' }), {
    minimum: 0,
    maximum: 9,
    pattern: 'x',
  });
  assert.deepEqual(cleaned({ format: 'date', pattern: 'x' }), { format: 'date' });
});

test('an operation knows its user, and scopes may be written with a colon or a dot', () => {
  assert.equal(userOf({ actor: { kind: 'job', user_id: 'ana' } }), 'ana');
  assert.throws(() => userOf({ actor: { kind: 'nobody' } }), /needs a signed-in user/);
  assert.equal(assistantScope('memories.read'), 'memories:read');
  assert.equal(assistantScope('memories:read'), 'memories:read');
  assert.equal(assistantScope('everything'), null);
});

test('a write that succeeds is reported with its user, and nothing else is', async () => {
  const { context, changed } = contextOf();
  const make = (effect: 'read' | 'write' | 'destroy', isRefused = false) =>
    defineOperation({
      ...words,
      name: 'doIt',
      scope: null,
      effect,
      input: z.object({}),
      output: z.null(),
      run: async () => {
        if (isRefused) throw new NoRoom('full');
        return null;
      },
    });
  await make('read')(context, {});
  await assert.rejects(make('write', true)(context, {}));
  assert.deepEqual(changed, []);
  await make('write')(context, {});
  await make('destroy')(context, {});
  assert.deepEqual(changed, ['ana', 'ana']);
});
