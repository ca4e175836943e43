import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bare } from '../rules/bare.ts';
import { OPENINGS } from './task-openings.ts';
import { taskIn, toldBy } from './task-wording.ts';

test('each opening reads its own examples, and no other opening reads them first', () => {
  for (const opening of OPENINGS) {
    for (const [said, task] of opening.examples) {
      const clause = bare(said);
      if (task === '') assert.equal(toldBy(opening, clause), null, said);
      else {
        assert.equal(
          OPENINGS.find((each) => toldBy(each, clause) !== null),
          opening,
          said,
        );
        assert.equal(taskIn(clause), task, said);
      }
    }
  }
});
