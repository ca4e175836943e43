// One database: it reads definitions only.
/** Every operation whose answer holds a memory stands behind the gate of memories. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { allGates, allTools } from '../src/domains/index.ts';
import { Memory } from '../src/domains/memories/memory.ts';
import { quotingAnswerer } from '../src/engines/answering/quoting-answerer.ts';
import type { Operation } from '../src/kit/operation.ts';
import { outputOf } from '../src/kit/route.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';

const tools = allTools({
  site: () => 'https://example.org',
  answerTokens: 8_000,
  answerer: quotingAnswerer,
});
const routes = describedRoutes();
const operations = new Set<Operation>(
  [...routes, ...tools].map(({ operation }) => operation as Operation),
);
const shapes = (operation: Operation) => [
  operation.output,
  ...routes.filter((route) => route.operation === operation).map(outputOf),
];
const holding = [...operations].filter((operation) => shapes(operation).some(holdsMemory));

/** Shapes derived from the memory keep its `content`, whatever other fields they add or omit. */
function holdsMemory(schema: unknown): boolean {
  if (schema === Memory.shape.content) return true;
  return partsOf(schema).some(holdsMemory);
}

function partsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (schema instanceof z.ZodTuple) return schema.def.items;
  if (schema instanceof z.ZodUnion) return [...schema.options];
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return [schema.unwrap()];
  }
  return [];
}

/** An object with an id and a content that is not derived from the memory. */
function resemblesMemory(schema: unknown): boolean {
  if (schema instanceof z.ZodObject) {
    const { id, content } = schema.shape;
    if (id && content instanceof z.ZodString && content !== Memory.shape.content) return true;
  }
  return partsOf(schema).some(resemblesMemory);
}

test('every operation that returns a memory declares the memories gate', () => {
  assert.ok(holding.length >= 12, holding.map(({ name }) => name).join());
  for (const name of ['getMemory', 'updateMemory', 'reviewMemory', 'createMemory', 'ask']) {
    assert.ok(
      holding.some((operation) => operation.name === name),
      `the walk finds ${name}`,
    );
  }
  const open = holding.filter(({ gate }) => gate !== 'memories').map(({ name }) => name);
  assert.deepEqual(open, []);
});

test('no operation returns a memory in an unrelated shape', () => {
  const copies = [...operations].filter((each) => shapes(each).some(resemblesMemory));
  assert.deepEqual(
    copies.map(({ name }) => name),
    [],
  );
});

test('every gate that an operation declares exists', () => {
  for (const { name, gate } of operations) {
    assert.ok(gate === undefined || Object.hasOwn(allGates, gate), `${name}: ${gate}`);
  }
});
