/**
 * Keeps src readable: no folder over 15 source files, no file over 300 lines, no line over 140
 * characters. Tests, and what only tests use beside the code, do not count. Then it plants one
 * violation of each kind, in memory, and expects to find it.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Path → text. */
type Sources = ReadonlyMap<string, string>;

const MAX_FILES = 15;
const MAX_LINES = 300;
const MAX_CHARACTERS = 140;
/** A folder whose sizes wait for another change of it; nothing is added here. */
const UNFINISHED = 'src/engines/understanding/rules/';
/** Written by scripts/generate-tables.ts. */
const GENERATED = 'src/storage/tables.ts';

const sources: Sources = new Map(
  globSync('src/**/*.ts').map((path) => [path, readFileSync(path, 'utf8')]),
);
const found = violationsIn(sources);
const missed = missedPlants();
for (const line of [...found, ...missed]) console.error(line);
if (found.length + missed.length > 0) process.exitCode = 1;

function violationsIn(code: Sources): string[] {
  const counted = [...code].filter(([path]) => !path.startsWith(UNFINISHED));
  const written = counted.filter(([path]) => !isTest(path));
  const files = [...code.keys()].filter((path) => !isTest(path) && !path.startsWith(UNFINISHED));
  const folders = Map.groupBy(files, (path) => dirname(path));
  return [
    ...[...folders]
      .filter(([, { length }]) => length > MAX_FILES)
      .map(
        ([folder, { length }]) =>
          `${folder}: ${length} source files, at most ${MAX_FILES}. Give a noun of it its own folder.`,
      ),
    ...written.flatMap(([path, text]) => {
      const lines = text.trimEnd().split('\n').length;
      if (lines <= MAX_LINES || path === GENERATED) return [];
      return [`${path}:${lines}: over ${MAX_LINES} lines. Move a noun of it to its own file.`];
    }),
    ...counted.flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => {
        if (line.length <= MAX_CHARACTERS) return [];
        return [
          `${path}:${index + 1}: ${line.length} characters, at most ${MAX_CHARACTERS}. Break it.`,
        ];
      }),
    ),
  ];
}

function isTest(path: string): boolean {
  return /(\.(test|suite|fixture|preload|d)|\/testing(-[\w-]+)?)\.ts$/.test(path);
}

function missedPlants(): string[] {
  const plants: Record<string, [path: string, text: string][]> = {
    '16 source files': Array.from({ length: MAX_FILES + 1 }, (_, index) => [
      `src/planted/${index}.ts`,
      '',
    ]),
    'over 300 lines': [['src/planted/long.ts', '\n'.repeat(MAX_LINES) + 'end\n']],
    '141 characters': [['src/planted/wide.test.ts', 'x'.repeat(MAX_CHARACTERS + 1)]],
  };
  return Object.entries(plants)
    .filter(([words, planted]) => {
      const lines = violationsIn(new Map(planted));
      return lines.length !== 1 || !lines[0]!.includes(words);
    })
    .map(([words]) => `scripts/check-sizes.ts does not find what it should: "${words}"`);
}
