/** Tests which tasks of the reader are kept, whose they are, and when they are due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundTask } from '../reader/reader.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { hear } from './heard.ts';
import { tasksIn } from './tasks.ts';

interface Given extends Partial<FoundTask> {
  /** The index of the sentence that says the task. */
  at?: number;
  language?: string;
}

/** The tasks of a talk in which the reader found one, said by a whole sentence. */
function tasksOf(lines: Line[], { at = 0, language = 'en', ...more }: Given = {}) {
  const heard = hear(transcriptOf(lines, { language }));
  const unit = heard.read.all.units[at]!;
  const span = { from: 0, to: unit.tokens.length };
  const task = { unit, chance: 0.9, span, isForOther: false, due: null, ...more };
  return tasksIn({ ...heard, read: { ...heard.read, tasks: [task] } });
}

const described = (...given: Parameters<typeof tasksOf>) =>
  tasksOf(...given)
    .map(({ description }) => description)
    .join('; ');

const ANNA: Line = ['Anna', 'Hm.'];
const BEN: Line = ['Ben', 'Hm.'];

test('a task is kept from a lowest chance, which is higher in other languages than English', () => {
  const english = (chance: number) => described([['Anna', 'Bring the ladder.'], BEN], { chance });
  assert.deepEqual([0.239, 0.24].map(english), ['', 'Bring the ladder']);
  const german = (chance: number) =>
    described([['Anna', 'Die Leiter holen.'], BEN], { chance, language: 'de' });
  assert.deepEqual([0.369, 0.37].map(german), ['', 'Die Leiter holen']);
});

test('a task that says too little is not kept, whoever has to do it', () => {
  assert.equal(described([['Anna', 'Ask her.'], BEN], { chance: 0.3 }), '');
  assert.equal(described([['Ben', "I'll ask her."], ANNA], { chance: 0.3 }), '');
});

test('the task of another person begins with the name of that person', () => {
  assert.equal(described([['Anna', "I'll bring the ladder."], BEN]), 'Bring the ladder');
  assert.equal(described([['Ben', "I'll bring the ladder."], ANNA]), 'Ben: Bring the ladder');
  const isForOther = true;
  const bring = 'Bring the ladder.';
  assert.equal(described([['Ben', bring], ANNA], { isForOther }), 'Bring the ladder');
  assert.equal(described([['Anna', bring], BEN], { isForOther }), 'Ben: Bring the ladder');
});

test('of several listeners, the one who speaks next has to do a task, and nobody has to if nobody speaks', () => {
  const given = { at: 1, isForOther: true };
  const said: Line[] = [BEN, ['Anna', 'Bring the ladder.'], ['Anna', 'So.']];
  assert.equal(described([...said, ['Eva', 'Hm.'], BEN], given), 'Eva: Bring the ladder');
  const last: Line[] = [BEN, ['Eva', 'Hm.'], ['Anna', 'Bring the ladder.']];
  assert.equal(described(last, { ...given, at: 2 }), 'Bring the ladder');
});

test('a person who talks alone, and is not known to be the user, needs no name', () => {
  assert.equal(described([['Ben', 'Bring the ladder.']]), 'Bring the ladder');
  const two: Line[] = [
    ['Ben', 'Bring the ladder.'],
    ['Eva', 'Hm.'],
  ];
  assert.equal(described(two), 'Ben: Bring the ladder');
});

test('a task has at most two hundred characters', () => {
  const text = `Die Leiter ${'rot '.repeat(46)}holen`;
  assert.equal(described([['Anna', `${text}.`], BEN], { language: 'de' }), text);
  const longer = described([['Anna', `${text}s.`], BEN], { language: 'de' });
  assert.ok(longer.length <= 200 && longer.endsWith('…'), longer);
});

test('a task is due at its time, or at the end of its day', () => {
  const due = (time: string | null) =>
    tasksOf([['Anna', 'Bring the ladder.'], BEN], { due: { date: '2026-11-22', time } });
  assert.equal(due('09:30')[0]!.due_at?.toISOString(), '2026-11-22T14:30:00.000Z');
  assert.equal(due(null)[0]!.due_at?.toISOString(), '2026-11-23T04:59:00.000Z');
  assert.equal(tasksOf([['Anna', 'Bring the ladder.'], BEN])[0]!.due_at, null);
});

test('the reader gets the minute of each turn, from which "in half an hour" counts', () => {
  const chat = Array.from({ length: 24 }, () => ANNA);
  const { turns } = hear(transcriptOf([...chat, BEN])).read.all.talk;
  assert.deepEqual([turns[11]!.minute, turns[12]!.minute, turns[24]!.minute], [0, 1, 2]);
});
