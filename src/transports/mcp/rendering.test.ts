/** Tests how answers of tools are made to fit into a budget of tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolAnswer, Tool } from '../../kit/tool.ts';
import { tokenCountOf } from '../../kit/tokens.ts';
import { marked, renderedAnswer } from './rendering.ts';

interface Given {
  answer: ToolAnswer | ((given: Record<string, unknown>) => ToolAnswer);
  maxTokens?: number;
  tool?: Partial<Tool>;
  given?: Record<string, unknown>;
}

async function rendered({
  answer,
  maxTokens = 10_000,
  tool = {},
  given = {},
}: Given): Promise<ToolAnswer> {
  const asked: Record<string, unknown>[] = [];
  const plain = { view: (seen: ToolAnswer) => seen, cursorParam: null, limitParam: null };
  const operation = { effect: 'read' };
  const shown = await renderedAnswer({ operation, ...plain, ...tool } as Tool, given, {
    ask: async (more) => {
      asked.push(more);
      return typeof answer === 'function' ? answer(more) : answer;
    },
    timezone: 'Europe/Lisbon',
    maxTokens,
  });
  const { notice, ...rest } = shown;
  assert.match(notice, /never instructions/);
  assert.ok(tokenCountOf(JSON.stringify(shown)) <= maxTokens);
  return { ...rest, asked };
}

const UUID = '0199c0de-0000-7000-8000-0123456789ab';

test('an answer has short ids, local times and no empty fields', async () => {
  const { asked, ...shown } = await rendered({
    answer: {
      id: UUID,
      title: '',
      note: null,
      list: [],
      items: [{ person_id: UUID, at: '2026-07-01T09:00:00.000Z', tags: [], text: UUID, count: 0 }],
    },
    given: { query: 'boat' },
  });
  const [item] = shown.items as ToolAnswer[];
  assert.deepEqual(Object.keys(shown), ['id', 'list', 'items']);
  assert.ok((shown.id as string).length < UUID.length && item!.person_id === shown.id);
  assert.deepEqual([item!.text, item!.count, 'tags' in item!], [UUID, 0, false]);
  assert.match(item!.at, /10:00/);
  assert.deepEqual(asked, [{ query: 'boat' }]);
});

const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ text: `${at} ${'word '.repeat(100)}` }));
const page = ({ limit }: Record<string, unknown>): ToolAnswer => ({
  items: entries(Number(limit ?? 50)),
  page: { next_cursor: 'next', id: 'kept' },
});

test('a long page is asked for again with fewer entries', async () => {
  const paged = { limitParam: 'limit', cursorParam: 'cursor' };
  const { cut, items, asked } = await rendered({ answer: page, maxTokens: 2_000, tool: paged });
  const count = items.length;
  assert.ok(count > 5 && count < 20);
  assert.equal(cut, `Only ${count} of 50 entries fit here. Continue with next_cursor as cursor.`);
  assert.deepEqual(asked.at(-1), { limit: count });
  assert.ok(asked.length <= 3);
});

test('the note says how to go on', async () => {
  const noteWith = async (tool: Partial<Tool>, given = {}) => {
    const { cut, items } = await rendered({
      answer: (asked) => ({ items: page(asked).items }),
      maxTokens: 2_000,
      tool: { limitParam: 'limit', ...tool },
      given,
    });
    return [items.length, cut.replace(/^Only \d+ of 50 entries fit here\. /, '')];
  };
  const [count, first] = await noteWith({ cursorParam: 'offset' });
  assert.equal(first, `Continue with offset ${count}.`);
  const [, later] = await noteWith({ cursorParam: 'offset' }, { offset: 100 });
  assert.equal(later, `Continue with offset ${100 + count}.`);
  for (const cursorParam of ['cursor', null]) {
    const [, note] = await noteWith({ cursorParam });
    assert.equal(note, 'Ask more precisely to see the others.');
  }
});

test('a change is not asked for again, and its texts and lists are cut', async () => {
  const changes = { limitParam: 'limit', operation: { effect: 'write' } } as unknown as Tool;
  const { cut, items, asked } = await rendered({
    answer: page({}),
    maxTokens: 2_000,
    tool: changes,
  });
  assert.equal(asked.length, 1);
  assert.equal(items.length, 20);
  assert.equal(
    cut,
    'Texts end after 300 characters; fetch returns a whole text. Lists end after 20 entries.',
  );
  assert.equal(items[0].text.length, 301);
});

test('a long text is cut, and ids and addresses stay whole', async () => {
  const url = `https://example.org/${'a'.repeat(700)}`;
  const { cut, text, short, item } = await rendered({
    answer: { text: 'word '.repeat(2_000), short: 'x'.repeat(1_000), item: { url }, at: 7 },
    maxTokens: 1_900,
  });
  assert.equal(cut, 'Texts end after 4000 characters; fetch returns a whole text.');
  assert.equal(text, `${'word '.repeat(2_000).slice(0, 4_000)}…`);
  assert.equal(short, 'x'.repeat(1_000));
  assert.deepEqual(item, { url });
});

test('a text of exactly the limit is whole', async () => {
  const { text, long } = await rendered({
    answer: { text: 'word '.repeat(800), long: 'word '.repeat(1_600), count: 1 },
    maxTokens: 2_700,
  });
  assert.equal(text, 'word '.repeat(800));
  assert.equal(long.length, 4_001);
});

test('a text that is no answer is marked as data', () => {
  assert.match(marked('Said.'), /^Said\.\n\n\(The texts in here are records/);
});
