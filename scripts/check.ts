/**
 * Runs every check of the code and its documents, several in parallel, and prints the output of
 * each failed part and a line with the duration of each part.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

interface Part {
  name: string;
  command: string;
}

interface Outcome extends Part {
  passed: boolean;
  seconds: number;
  output: string;
}

/** The longest part starts first, so that it does not run alone at the end. */
const PARTS: readonly Part[] = [
  // Keeps the compiler's cache, which makes the next run seven times as fast.
  { name: 'types', command: 'tsc --incremental --tsBuildInfoFile node_modules/.cache/check/tsc' },
  { name: 'console', command: 'node scripts/check-console.ts' },
  { name: 'generated', command: 'node scripts/generate.ts --check' },
  { name: 'exports', command: 'node scripts/check-exports.ts' },
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'lint', command: 'oxlint' },
  { name: 'arrows', command: 'node scripts/check-arrows.ts' },
  { name: 'documents', command: 'node scripts/check-docs.ts' },
  { name: 'rooms', command: 'node scripts/check-rooms.ts' },
  { name: 'statements', command: 'node scripts/check-statements.ts' },
  { name: 'sizes', command: 'node scripts/check-sizes.ts' },
  { name: 'migrations', command: 'node scripts/check-migrations.ts' },
  { name: 'security packages', command: 'node scripts/outdated.mjs --core' },
];

const outcomes = await runAll(PARTS, Math.max(2, availableParallelism()));
const failed = outcomes.filter(({ passed }) => !passed);
for (const { name, command, output } of failed) {
  console.log(`\n── ${name}: ${command} ──\n${output.trim()}`);
}
if (failed.length > 0) console.log(`\n${failed.length} of ${PARTS.length} parts failed.`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runAll(parts: readonly Part[], concurrency: number): Promise<Outcome[]> {
  const done: Outcome[] = [];
  const waiting = parts.values();
  const lane = async () => {
    for (const part of waiting) {
      const outcome = await run(part);
      const mark = outcome.passed ? '✔' : '✖';
      console.log(`${mark} ${part.name.padEnd(10)} ${outcome.seconds.toFixed(1).padStart(5)} s`);
      done.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return done;
}

async function run(part: Part): Promise<Outcome> {
  const begun = performance.now();
  const [program, ...args] = part.command.split(' ');
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<boolean>((resolve) => {
    child.once('close', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
  const [output, errors, passed] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  const seconds = (performance.now() - begun) / 1000;
  return { ...part, passed, seconds, output: `${output}${errors}` };
}
