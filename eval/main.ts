/**
 * Measures how well the built-in rules understand, and how well the search finds: `npm run eval`.
 *
 * Without `EVAL_DIR`, it measures the small data set of this project. With it, the scoring scripts
 * of that folder (`eval-structure.mjs`, `eval-dates.mjs` over `eval/shim.ts`, `eval-retrieval.mjs`
 * over `eval/search.ts`) run, and their figures are compared with the minimums of this project.
 * `EVAL_SPLIT` names the part of the data; the default is `dev`.
 *
 * `npm run eval -- talks` measures the talks of `eval/talks` that may be read, through the public
 * API. `npm run eval -- talks held` measures the held half, which is done once.
 *
 * `npm run eval -- facts` measures how well known facts are closed and recognised (eval/facts).
 *
 * `npm run eval -- tools` measures whether a model finds the right tool (eval/tools/choice.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { printTable } from '../bench/measure.ts';
import { factFigures, outcomesOfRules, readCases } from './facts/score.ts';
import { outcomesOf } from './facts/through-the-api.ts';
import { ownFigures } from './own/figures.ts';
import { isHalf, talkFigures } from './talks/figures.ts';
import { wrongChoices } from './tools/choice.ts';

/** A figure with its required value: at least `floor`, or at most `floor` with `lessIsBetter`. */
interface Target {
  figure: string;
  from: (report: Report) => number | null | undefined;
  floor: number;
  lessIsBetter?: true;
}
// oxlint-disable-next-line typescript/no-explicit-any -- what a foreign script prints
type Report = Record<string, any>;

const STRUCTURE: readonly Target[] = [
  { figure: 'overview, ROUGE-1', from: (r) => r['overview_dialogsum']?.r1, floor: 32 },
  { figure: 'title, any word of the topic', from: (r) => r['title_dialogsum']?.hit, floor: 58 },
  { figure: 'category, accuracy', from: (r) => r['category']?.accuracy, floor: 79 },
  { figure: 'category, mean of the categories', from: (r) => r['category']?.macro, floor: 74 },
  { figure: 'tasks noticed, HWU64, F1', from: (r) => r['capture_hwu64']?.f1, floor: 78 },
  { figure: 'tasks noticed, CLINC150, F1', from: (r) => r['capture_clinc']?.f1, floor: 80 },
  { figure: 'events, F1', from: (r) => r['events_sgd']?.f1, floor: 92 },
  {
    figure: 'events where there is none',
    from: (r) => r['events_sgd']?.negatives_with_event,
    floor: 12,
    lessIsBetter: true,
  },
  {
    figure: 'answers of the wrong shape',
    from: (r) => r['schema_violations']?.bad,
    floor: 0,
    lessIsBetter: true,
  },
];

const memories = (kind: string): readonly Target[] => [
  { figure: `memories, F1, ${kind}`, from: (r) => r['memories_locomo']?.f1, floor: 55 },
  {
    figure: `memories bound to a day, ${kind}`,
    from: (r) => r['memories_locomo']?.time_bound_share,
    floor: 3,
    lessIsBetter: true,
  },
  {
    figure: `memories of the wrong person, ${kind}`,
    from: (r) => r['memories_locomo']?.wrong_person_share,
    floor: 2,
    lessIsBetter: true,
  },
];

const DATES: readonly Target[] = [
  { figure: 'days, right', from: (r) => r['sgd_date']?.acc, floor: 98 },
  { figure: 'times, right', from: (r) => r['sgd_time']?.acc, floor: 98 },
];

const RETRIEVAL: readonly Target[] = [
  { figure: 'turns that answer, recall@10', from: (r) => r['locomo_turn']?.r10, floor: 82 },
  { figure: 'talks that answer, recall@5', from: (r) => r['locomo_conversation']?.r5, floor: 90 },
];

const RIGHT_CHOICES = 57;

const folder = process.env['EVAL_DIR'];
const [part, half = 'seen'] = process.argv.slice(2);
if (part === 'talks' && isHalf(half)) {
  printTable(`The talks of eval/talks, ${half} half`, await talkFigures(half));
} else if (part === 'facts' && isHalf(half)) {
  const pairs = readCases(half);
  printTable(`The pairs of eval/facts, ${half} half, rules`, factFigures(outcomesOfRules(pairs)));
  const outcomes = await outcomesOf(pairs);
  printTable(`The pairs of eval/facts, ${half} half, through the API`, factFigures(outcomes));
} else if (part === 'tools') {
  const { total, wrong } = await wrongChoices();
  if (wrong.length > 0) printTable('Choices of tools that are wrong', wrong);
  const right = total - wrong.length;
  const met = right >= RIGHT_CHOICES ? 'yes' : 'no';
  printTable('Choices of tools', [
    { figure: 'right', measured: `${right} of ${total}`, target: `≥ ${RIGHT_CHOICES}`, met },
  ]);
} else if (part !== undefined) {
  throw new Error(
    'Write "npm run eval", followed by nothing, "-- talks", "-- facts" (each also with " held") or "-- tools".',
  );
} else if (folder === undefined) {
  printTable('The built-in rules on the own set (eval/own)', ownFigures());
} else {
  // Each script has a separate service. Even the smallest machine can run two services at a time.
  const [understood, [few, many, dates, found]] = await Promise.all([
    run('eval-structure.mjs', { only: 'overview,title,category,actions,events' }),
    (async () => [
      await run('eval-structure.mjs', { only: 'memories' }),
      await run('eval-structure.mjs', { only: 'memories', each: 4 }),
      await run('eval-dates.mjs'),
      await run('eval-retrieval.mjs', { shim: './search.ts' }),
    ])(),
  ]);
  printTable('The built-in rules, through the public API', [
    ...rows(STRUCTURE, understood),
    ...rows(memories('2 of each kind'), few!),
    ...rows(memories('4 of each kind'), many!),
    ...rows(DATES, dates!),
  ]);
  printTable('Search, through the public API', rows(RETRIEVAL, found!));
}

function rows(targets: readonly Target[], report: Report) {
  return targets.map(({ figure, from, floor, lessIsBetter }) => {
    const measured = from(report);
    if (measured === null || measured === undefined || Number.isNaN(measured)) {
      return { figure, measured: 'no data', target: '', met: '' };
    }
    const met = lessIsBetter ? measured <= floor : measured >= floor;
    const target = `${lessIsBetter ? '≤' : '≥'} ${floor}`;
    return { figure, measured, target, met: met ? 'yes' : 'no' };
  });
}

interface Run {
  only?: string;
  each?: number;
  shim?: string;
}

async function run(script: string, { only, each, shim = './shim.ts' }: Run = {}): Promise<Report> {
  const module = fileURLToPath(new URL(shim, import.meta.url));
  const split = process.env['EVAL_SPLIT'] ?? 'dev';
  const options = ['--module', module, '--split', split, ...(only ? ['--only', only] : [])];
  const child = spawn(process.execPath, [join(folder!, script), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(each && { EVAL_MEMORIES_OF_EACH_KIND: String(each) }) },
  });
  // When one script fails, the other one is ended.
  process.once('exit', () => child.kill());
  const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return JSON.parse(printed) as Report;
}
