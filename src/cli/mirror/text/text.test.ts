/** Tests the texts of the mirror's files: what is written is read back, whatever the words are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { blockId } from './lines.ts';
import { fileName, freePath, pathKey } from './names.ts';
import {
  copyText,
  pageKeyOf,
  normalizeText,
  pageKeyIn,
  splitPage,
  writePage,
} from './page-text.ts';
import type { MirrorPage } from './page-text.ts';
import { readPage } from './read-back.ts';
import { conversationRecord, memoryRecord, NO_RECORDS, taskRecord, zoneOf } from './records.ts';
import type { FullConversation, Records } from './records.ts';
import { conversationPage, dayPage, factsPage, personPage, tasksPage } from './render.ts';
import type { World } from './render.ts';

const NOW = '2026-03-02T08:30:00Z';
const zone = zoneOf('Europe/Lisbon');
const PEOPLE = { ana: { name: 'Ana [the] (first)', listing: 1 } };

const worldOf = (records: Partial<Records>): World => ({
  records: { ...NO_RECORDS(), person: PEOPLE, ...records },
  zone,
  hidden: new Set(),
  pathOf: (key) => `Some (folder)/${fileName(key, 'x')}.md`,
});

/** Words that look like the marks of a page. */
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '---',
      '## Notes',
      '# x',
      '- [x] done',
      '[ ] box',
      'Pay 📅 2026-01-02',
      'Pay ✅ 2026-01-02',
      'Row ^0123456789ab',
      '"quoted": yes',
      '$& $1 $$',
      '](x) [[Ana]] | #tag',
      'a\n## Notes\nb',
      '\r\n---\r\nid: 4',
    ),
  )
  .filter((text) => text.trim() !== '');
const id = fc.uuid();
const uniqueIds = { selector: (each: { id: string }) => blockId(each.id), maxLength: 8 };

function readsBack(page: MirrorPage): void {
  const text = writePage(page, null);
  const again = writePage(page, splitPage(text));
  assert.equal(again, text);
  assert.equal(pageKeyIn(splitPage(text)), page.key);
  const read = readPage(normalizeText(text.replaceAll('\n', '\r\n')), page.key);
  assert.deepEqual(read, readPage(again, page.key));
  assert.deepEqual(read.added, []);
  assert.equal(splitPage(text).notes, '');
  const front = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)![1]!, { version: '1.1' });
  assert.equal(
    `${front.commonplace}:${front.id instanceof Date ? page.front['date'] : front.id}`,
    page.key,
  );
}

test('a page of tasks is read back without an edit', () => {
  const task = fc.record({
    id,
    description: words,
    completed: fc.boolean(),
    due_at: fc.constantFrom(null, NOW),
    completed_at: fc.constantFrom(null, NOW),
    created_at: fc.constant(NOW),
  });
  fc.assert(
    fc.property(fc.uniqueArray(task, uniqueIds), (tasks) => {
      const records = Object.fromEntries(
        tasks.map((each) => [each.id, { ...taskRecord(each as never), listing: 1 }]),
      );
      const page = tasksPage(worldOf({ task: records }));
      readsBack(page);
      const read = readPage(writePage(page, null), page.key);
      assert.deepEqual(
        Object.keys(read.lines).toSorted(),
        tasks.map((each) => blockId(each.id)).toSorted(),
      );
    }),
  );
});

test('a page of facts is read back without an edit', () => {
  const fact = fc.record({ id, content: words, category: fc.constant('manual' as const) });
  fc.assert(
    fc.property(fc.uniqueArray(fact, uniqueIds), words, (facts, subject) => {
      const records = Object.fromEntries(
        facts.map(({ id, ...each }) => [
          id,
          { ...memoryRecord({ ...each, tags: [subject], created_at: NOW })!, listing: 1 },
        ]),
      );
      const name = Object.values(records)[0]?.subject ?? 'You';
      const page = factsPage(name, worldOf({ memory: records }));
      readsBack(page);
      const { lines } = readPage(writePage(page, null), page.key);
      for (const [id, { text }] of Object.entries(records)) assert.equal(lines[blockId(id)], text);
    }),
  );
});

test('pages of conversations, people and days are read back without an edit', () => {
  fc.assert(
    fc.property(words, words, words, id, (title, overview, spoken, id) => {
      const full = {
        id,
        created_at: NOW,
        started_at: NOW,
        finished_at: NOW,
        status: 'completed',
        structured: {
          title,
          overview,
          category: 'work',
          emoji: '🚤',
          events: [{ title, start: NOW }],
        },
        transcript_segments: [{ text: spoken, start: 3725, speaker_name: PEOPLE.ana.name }],
      } as unknown as FullConversation;
      const record = conversationRecord(full, { zone, people: PEOPLE })!;
      assert.deepEqual(record.people, ['ana']);
      const world = worldOf({ conversation: { [id]: { ...record, listing: 1 } } });
      const page = conversationPage({ id, record, full }, world);
      readsBack(page);
      const { lines } = readPage(writePage(page, null), page.key);
      assert.deepEqual(lines, { title: record.title });
      const talks = [{ id, record }];
      readsBack(personPage({ id: 'ana', record: PEOPLE.ana, talks }, world));
      const summary = {
        date: '2026-03-02',
        headline: title,
        overview,
        decisions: [spoken],
        questions: [title],
      };
      readsBack(dayPage({ date: '2026-03-02', summary, talks }, world));
    }),
  );
});

test('notes and keys of the user stay as they are, and links may be written differently', () => {
  const page: MirrorPage = {
    key: pageKeyOf('person', '0198c6f4-0000-7000-8000-000000000001'),
    front: { people: ['Ana'] },
    body: '# Ana\n\n[Boat](../Boat.md)',
  };
  const edited = writePage(page, null)
    .replace('people:', 'tags:\n  - crew\naliases: [A]\npeople:')
    .replace('../Boat.md', '<Other place/Boat.md>')
    .concat('Likes tea.\n\n## Notes\n\n- [ ] not a task');
  const again = writePage(page, splitPage(edited));
  assert.match(again, /tags:\n {2}- crew\naliases: \[A\]\n---/);
  assert.ok(again.endsWith('## Notes\nLikes tea.\n\n## Notes\n\n- [ ] not a task'));
  assert.equal(readPage(edited, page.key).rest, readPage(again, page.key).rest);
  assert.equal(pageKeyIn(splitPage(copyText(edited))), null);
});

test('what a user writes in lists is read', () => {
  const key = pageKeyOf('tasks', 'tasks');
  const { lines, added, rest } = readPage(
    [
      '# Tasks',
      '## New tasks',
      '- plain',
      '* [ ] with a box 📅 2026-03-04',
      '- [ ] ',
      '## Open',
      '- [X] Ticked 📅 2026-03-04 ✅ 2026-03-05 ^0123456789ab',
      '- [ ] Copied ^0123456789ab',
      '- [ ] Below another heading',
      '- no task',
    ].join('\n'),
    key,
  );
  assert.deepEqual(lines, { '0123456789ab': '[x] Ticked 📅 2026-03-04' });
  assert.deepEqual(added, [
    '[ ] plain',
    '[ ] with a box 📅 2026-03-04',
    '[ ] Copied',
    '[ ] Below another heading',
  ]);
  assert.equal(rest, '# Tasks\n## New tasks\n## Open\n- no task');
});

test('file names are accepted by every system', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const name = fileName(text, 'Person');
      assert.doesNotMatch(name, /[[\]#^|\\/:*?"<>\p{Cc}]|^[. ]|[. ]$/u);
      assert.ok(name !== '' && Buffer.byteLength(name) <= 121);
      assert.ok(name.isWellFormed());
    }),
  );
  assert.equal(fileName('AC/DC: "Live" [1992]?', 'x'), 'AC-DC- Live 1992');
  assert.equal(fileName('..', 'x'), 'x');
  assert.equal(fileName('CON', 'x'), 'CON_');
  assert.equal(fileName(`${'word '.repeat(40)}`, 'x').endsWith('word'), true);
  assert.equal(Buffer.byteLength(fileName('船'.repeat(100), 'x')), 120);
  const taken = new Set([pathKey('People/ANA.md')]);
  assert.equal(
    freePath('People/', 'Ana', (path) => taken.has(pathKey(path))),
    'People/Ana 2.md',
  );
});
