import { globSync, readFileSync } from 'node:fs';
import { engineOf, importsOf } from './imports.ts';

/**
 * The engines of `src/engines`, the lowest first: each imports only those before it. The check is
 * `scripts/check-rooms.ts`, and `npm run generate` writes the list and a drawing into ARCHITECTURE.md.
 */
export const ENGINES: readonly { name: string; about: string }[] = [
  { name: 'supervision', about: 'threads and child processes, and the runtime of networks' },
  { name: 'words', about: 'cuts texts into sentences and words' },
  { name: 'secrets', about: 'finds passwords, numbers and codes in what was said' },
  { name: 'text-models', about: 'asks language models, on this machine or elsewhere' },
  { name: 'calendar', about: 'days, hours and spans that words name' },
  { name: 'search', about: 'an index of words and of meaning' },
  { name: 'facts', about: 'when two facts are the same, and when one ends another' },
  { name: 'reading', about: 'the network that reads talks, questions and meaning' },
  {
    name: 'understanding',
    about: 'makes title, overview, tasks, events and facts of what was read',
  },
  { name: 'summaries', about: 'summaries by a template' },
  { name: 'answering', about: 'answers a question from passages and records' },
  { name: 'voice-activity', about: 'tells speech from other sound' },
  { name: 'audio', about: 'codecs, files and segments of sound' },
  { name: 'recognition', about: 'writes down what is said' },
  { name: 'voices', about: 'tells who speaks' },
  { name: 'models', about: 'fetches and checks models that are installed' },
];

export const printedEngines = (): string =>
  [
    '| | engine | about |',
    '| --- | --- | --- |',
    ...ENGINES.map(({ name, about }, at) => `| ${at + 1} | \`${name}\` | ${about} |`),
    '',
    'Who imports whom, drawn from the code; an arrow that follows from two others is left out:',
    '',
    '```mermaid',
    'flowchart BT',
    ...ENGINES.map(({ name }) => `  ${name}`),
    ...arrows().map(([from, to]) => `  ${from} --> ${to}`),
    '```',
    '',
  ].join('\n');

/** The arrows between engines, without those that follow from others. */
function arrows(): [from: string, to: string][] {
  const uses = new Map(ENGINES.map(({ name }) => [name, usedBy(name)]));
  const reaches = (from: string, to: string): boolean =>
    [...uses.get(from)!].some((next) => next === to || reaches(next, to));
  return [...uses].flatMap(([from, used]) =>
    [...used]
      .filter((to) => ![...used].some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  );
}

/** The engines that the source of an engine imports, tests and their helpers aside. */
function usedBy(name: string): ReadonlySet<string> {
  const files = globSync(`src/engines/${name}/**/*.ts`).filter(
    (path) => !/\.(test|fixture|suite)\.ts$|\/testing/.test(path),
  );
  const used = files.flatMap((path) =>
    importsOf(path, readFileSync(path, 'utf8')).map(({ target }) => engineOf(target)),
  );
  return new Set(ENGINES.map((one) => one.name).filter((to) => to !== name && used.includes(to)));
}
