import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Report } from './report.ts';

type Step = 'refuse' | 'note' | 'ignore' | number;

/** Does the steps of an import, and returns the reports that its transactions store. */
function run(report: Report, steps: readonly Step[], stored: ReadonlySet<number>) {
  const saved = steps.map((step, at) => {
    if (step === 'refuse') report.refuse('parts', `file ${at}`, 'It does not fit.');
    else if (step === 'note') report.note(`file ${at}`, 'It was read.');
    else if (step === 'ignore') report.ignore(`file ${at}`);
    else {
      // Rows that an earlier process stored are here already.
      const counts = stored.has(at) ? { unchanged: step + 1 } : { created: step, unchanged: 1 };
      const after = report.after('memories', counts);
      report.count('memories', counts);
      return after;
    }
    return null;
  });
  return { saved, whole: JSON.parse(JSON.stringify(report.toJSON())) as unknown };
}

test('an import that was killed after any step and goes on has the report of one that was not', () => {
  const step = fc.oneof(fc.constantFrom<Step>('refuse', 'note', 'ignore'), fc.nat({ max: 9 }));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.array(fc.nat({ max: 20 })),
      (steps, kills) => {
        const { whole } = run(new Report(), steps, new Set());
        let last = new Report().toJSON();
        let done = 0;
        for (const kill of [...kills.toSorted((a, b) => a - b), steps.length]) {
          const stored = new Set(Array.from({ length: done }, (_, at) => at));
          const { saved, whole: end } = run(new Report(last), steps, stored);
          if (kill >= steps.length) return void assert.deepEqual(end, whole);
          // A kill loses everything after the last transaction.
          const at = saved.findLastIndex((each, index) => each !== null && index < kill);
          if (at >= 0 && at + 1 > done) [last, done] = [saved[at]!, at + 1];
        }
      },
    ),
  );
});
