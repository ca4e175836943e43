/** Runs a program of test files, and reports what each of them did. */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { bundleFlags } from '../src/testing/bundle/bundle.ts';
import { QUICK_NODE } from '../src/testing/quick-node.ts';

/** Collecting garbage less often saves a tenth of the CPU time. */
const MORE_YOUNG_SPACE = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

export function ofFile([file, { totals: numbers, failures: found }]) {
  return { files: [file], totals: numbers, failures: found };
}

export function together(outcomes) {
  const sum = (key) => outcomes.reduce((all, { totals: numbers }) => all + numbers[key], 0);
  return {
    files: outcomes[0].files,
    totals: { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: outcomes.flatMap(({ failures: found }) => found),
  };
}

export function isIncomplete({ files: reported, other }, files) {
  return other.failures.length === 0 && files.some((file) => !reported.has(file));
}

function emptyOutcome() {
  return { totals: { passed: 0, failed: 0, skipped: 0 }, failures: [] };
}

/** Runs a program. `other` is what happened outside of its files. */
export async function reportOf({ file, files, title, isBundled }) {
  const report = { files: new Map(), other: emptyOutcome(), output: '' };
  const stream = run({
    files: [file],
    timeout: 400_000,
    // A test that has reached its limit keeps running. This option ends its process.
    execArgv: [
      ...QUICK_NODE,
      ...MORE_YOUNG_SPACE,
      ...(isBundled ? bundleFlags() : []),
      '--test-force-exit',
    ],
  });
  // Files run one after another, so what is reported before the end of a file belongs to it.
  let current = emptyOutcome();
  const note = ({ details, skip, nesting, name }, outcome) => {
    const isFile = nesting === 0 && details.type === 'suite';
    // Files are suites, and the program is a test outside of them. Only tests of files are counted.
    if (details.type !== 'suite' && (nesting > 0 || outcome === 'failed')) {
      current.totals[skip ? 'skipped' : outcome] += 1;
    }
    if (!isFile) return;
    if (outcome === 'failed' && current.totals.failed === 0) current.totals.failed = 1;
    report.files.set(name, { ...current, ms: details.duration_ms });
    current = emptyOutcome();
  };
  stream.on('test:pass', (event) => note(event, 'passed'));
  stream.on('test:fail', (event) => {
    // Repeated at the end, so that a reader of the last lines sees the cause.
    const name = event.name === file ? files.join(', ') : event.name;
    const { cause, signal } = event.details.error;
    const how = signal ? ` (its process ended with ${signal})` : '';
    current.failures.push(`${title}: ${name}${how}\n${inspect(cause ?? event.details.error)}`);
    note(event, 'failed');
  });
  stream.on('test:diagnostic', ({ message }) => {
    // The runner does not know which test left the error behind.
    if (!message.startsWith('Error:')) return;
    report.other.failures.push(`${title}: ${files.join(', ')}\n${message}`);
  });
  const text = stream.compose(withoutTotals).compose(new spec());
  for await (const piece of text) report.output += piece;
  report.other = together([
    { ...report.other, files },
    { ...current, files },
  ]);
  return report;
}

/** Leaves out the totals of each process, because they are printed once for all. */
async function* withoutTotals(events) {
  for await (const event of events) {
    if (event.type === 'test:diagnostic' && event.data.file === undefined) continue;
    yield event;
  }
}
