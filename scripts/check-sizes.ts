/**
 * Keeps the code readable. The limits are 15 source files in a folder of src and console/src, 300
 * lines in a file and 140 characters in a line. Few names may be exported by two files of src. The
 * formatter may be switched off in few places, each with a reason. Tests and their helpers may have any number of lines and files. Then the
 * check plants one violation of each kind, in memory, and expects to find it.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Maps paths to texts. */
type Sources = ReadonlyMap<string, string>;

const MAX_FILES = 15;
const MAX_LINES = 300;
const MAX_CHARACTERS = 140;
const MAX_SUPPRESSIONS = 10;
const MAX_TWINS = 10;
/** Files that `npm run generate` writes. */
const GENERATED: readonly string[] = [
  'src/storage/tables.ts',
  'client/src/operations.ts',
  'client/src/own-fields.ts',
  'client/src/ai-sdk-tools.ts',
];

const SOURCES =
  '{src,tests,scripts,bench,torture,eval,training,client,clients,mcp,console}/**/*.{ts,tsx,mjs}';
const BUILT = ['**/node_modules/**', '**/dist/**', 'console/src/paraglide/**'];
const SUPPRESSION = /(?:\/\/|\/\*)\s*(?:prettier|oxfmt)-ignore/;
const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
const COMMENT = /^\s*(?:\/\/|\*|\/\*)|\*\/\s*$/;

const sources: Sources = new Map(
  globSync(SOURCES, { exclude: BUILT }).map((path) => [path, readFileSync(path, 'utf8')]),
);
const found = violationsIn(sources);
const missed = missedPlants();
for (const line of [...found, ...missed]) console.error(line);
if (found.length + missed.length > 0) process.exitCode = 1;

function violationsIn(all: Sources): string[] {
  const code = [...all].filter(([path]) => !GENERATED.includes(path));
  return [
    ...tooMany(code),
    ...tooLong(code),
    ...tooWide(code),
    ...suppressionsIn(code),
    ...twinsIn(code),
  ];
}

type Code = readonly (readonly [path: string, text: string])[];

function tooMany(code: Code): string[] {
  const counted = code
    .map(([path]) => path)
    .filter((path) => /^(?:console\/)?src\//.test(path) && !isTest(path));
  const folders = Map.groupBy(counted, (path) => dirname(path));
  return [...folders]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(
      ([folder, { length }]) =>
        `${folder}: ${length} source files, at most ${MAX_FILES}. Give a noun of it its own folder.`,
    );
}

function tooLong(code: Code): string[] {
  return code.flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length;
    if (lines <= MAX_LINES || isTest(path)) return [];
    return [`${path}:${lines}: over ${MAX_LINES} lines. Move a noun of it to its own file.`];
  });
}

function tooWide(code: Code): string[] {
  return code.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      if (line.length <= MAX_CHARACTERS) return [];
      return [
        `${path}:${index + 1}: ${line.length} characters, at most ${MAX_CHARACTERS}. Break it.`,
      ];
    }),
  );
}

/** A reader who looks for a name should find one place. */
function twinsIn(code: Code): string[] {
  const places = code
    .filter(
      ([path]) => path.startsWith('src/') && !isTest(path) && !path.startsWith('src/testing/'),
    )
    .flatMap(([path, text]) =>
      Array.from(new Set([...text.matchAll(EXPORTED)].map(([, name]) => name!)), (name) => ({
        name,
        path,
      })),
    );
  const twins = [...Map.groupBy(places, ({ name }) => name)].filter(([, { length }]) => length > 1);
  if (twins.length <= MAX_TWINS) return [];
  const listed = twins.map(([name, all]) => `  ${name}: ${all.map(({ path }) => path).join(', ')}`);
  return [
    [
      `${twins.length} names are exported by two files of src, at most ${MAX_TWINS}. Rename some:`,
      ...listed,
    ].join('\n'),
  ];
}

/**
 * The formatter accepts only a bare ignore comment, so the reason is in the comment line above it.
 */
function suppressionsIn(code: Code): string[] {
  const found = code.flatMap(([path, text]) => {
    const lines = text.split('\n');
    return lines.flatMap((line, index) => {
      if (!SUPPRESSION.test(line)) return [];
      const hasReason = COMMENT.test(lines[index - 1] ?? '');
      return [{ place: `${path}:${index + 1}`, hasReason }];
    });
  });
  const many = `${found.length} places switch the formatter off, at most ${MAX_SUPPRESSIONS}`;
  return [
    ...found
      .filter(({ hasReason }) => !hasReason)
      .map(({ place }) => `${place}: the formatter is off without a reason in the line above.`),
    ...(found.length > MAX_SUPPRESSIONS
      ? [`${many}: ${found.map(({ place }) => place).join(', ')}`]
      : []),
  ];
}

function isTest(path: string): boolean {
  return /(\.(test|suite|fixture|preload|d)|\/testing(-[\w-]+)?)\.ts$/.test(path);
}

function missedPlants(): string[] {
  const off = ['// prettier', 'ignore'].join('-');
  const plants: Record<string, [path: string, text: string][]> = {
    '16 source files': Array.from({ length: MAX_FILES + 1 }, (_, index) => [
      `src/planted/${index}.ts`,
      '',
    ]),
    'over 300 lines': [['src/planted/long.ts', '\n'.repeat(MAX_LINES) + 'end\n']],
    '141 characters': [['tests/wide.test.ts', 'x'.repeat(MAX_CHARACTERS + 1)]],
    '11 names': [1, 2].map((file) => [
      `src/planted/${file}.ts`,
      Array.from({ length: MAX_TWINS + 1 }, (_, at) => `export const name${at} = 1;\n`).join(''),
    ]),
    'without a reason': [['tests/off.test.ts', `const x = 1;\n${off}\nconst y = 2;\n`]],
    '11 places': [
      ['eval/off.ts', `// A table reads best in columns.\n${off}\n`.repeat(MAX_SUPPRESSIONS + 1)],
    ],
  };
  return Object.entries(plants)
    .filter(([words, planted]) => {
      const lines = violationsIn(new Map(planted));
      return lines.length !== 1 || !lines[0]!.includes(words);
    })
    .map(([words]) => `scripts/check-sizes.ts does not find what it should: "${words}"`);
}
