/** Tests what the reader makes of the scores of its models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadReader, readTalk } from './reader.ts';

test('a task is the own task of its speaker unless the model says otherwise', () => {
  const reader = loadReader();
  const talk = {
    language: 'en',
    turns: [
      { text: 'Can you send me the report by Monday?', speaker: 'Ana', isUser: true },
      { text: "Sure, I'll do that.", speaker: 'Ben', isUser: false },
    ],
  };
  const tasksWith = (models: typeof reader.models) =>
    readTalk(talk, '2026-11-20T09:00', { ...reader, models }).tasks;
  assert.deepEqual(
    tasksWith(reader.models).map(({ unit, isForOther }) => [unit.index, isForOther]),
    [[0, true]],
  );
  const undecided = { ...reader.models.get('owner')!, rows: new Map<number, number>() };
  const [task] = tasksWith(new Map([...reader.models, ['owner', undecided]]));
  assert.equal(task!.isForOther, false);
});
