/**
 * Checks the rooms of src/domains against their list (scripts/rooms.ts): a room imports only rooms
 * before it in the list, SQL files and the insides of engines are private, and only one room writes
 * each table. Engines import those before them in their list (scripts/engines.ts). Then it plants one
 * violation of each kind, in memory, and expects to find it.
 */
import { globSync, readFileSync } from 'node:fs';
import { ENGINES } from './engines.ts';
import { engineOf, importsOf, lineOf } from './imports.ts';
import { ROOMS, STORAGE_SCHEMA, STORAGE_TABLES } from './rooms.ts';

/** Maps paths to texts. */
type Sources = ReadonlyMap<string, string>;

const DOMAINS = 'src/domains/';
const MOST_ENGINES = 16;
/** A file that offers more functions of SQL than this is about more than one noun. */
const MOST_OFFERED = 10;
/** This file lists the routes, tools and jobs of all rooms, so it may import every room. */
const ABOVE_ALL = `${DOMAINS}index.ts`;

const WRITE =
  /(?<!\b(?:FOR|DO|KEY)\s+)\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|UPDATE)\s+(?:ONLY\s+)?(?!jobs\.)([\w"$]+)/gi;
const BUILT = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^)\s]*)/g;

const sources: Sources = new Map(
  globSync('src/**/*.ts')
    .filter((path) => !isTest(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const found = violationsIn(sources);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error(`${found.length} violations of the order of rooms (scripts/rooms.ts).`);
}
const missed = missedPlants();
for (const line of missed) console.error(line);
if (found.length + missed.length > 0) process.exitCode = 1;

function violationsIn(code: Sources): string[] {
  return [
    ...problemsOfList(code),
    ...[...code].flatMap(([path, text]) => [
      ...problemsOfImports(path, text),
      ...problemsOfOffers(path, text),
      ...problemsOfSql(path, text),
    ]),
    ...problemsOfEngines(code),
  ];
}

/** Engines stand in an order: each imports only those before it in the list. */
function problemsOfEngines(code: Sources): string[] {
  const names = ENGINES.map(({ name }) => name);
  const folders = new Set([...code.keys()].map(engineOf).filter((name) => name !== undefined));
  const unlisted = [...folders].filter((name) => !names.includes(name));
  const gone = names.filter((name) => !folders.has(name));
  const upward = [...code].flatMap(([path, text]) => {
    const place = names.indexOf(engineOf(path) ?? '');
    if (place < 0 || path.includes('/testing')) return [];
    return importsOf(path, text)
      .filter(({ target }) => names.indexOf(engineOf(target) ?? '') > place)
      .map(({ target, line }) => `${path}:${line}: imports ${target}, of an engine above it.`);
  });
  return [
    ...upward,
    ...unlisted.map((name) => `scripts/engines.ts: src/engines/${name} is not in the list.`),
    ...gone.map((name) => `scripts/engines.ts: src/engines/${name} is not there.`),
    ...(names.length > MOST_ENGINES
      ? [`scripts/engines.ts: at most ${MOST_ENGINES} engines. Join two of them.`]
      : []),
  ];
}

/** Tests and their helpers may import everything. */
function isTest(path: string): boolean {
  return /\.(test|suite|fixture|preload)\.ts$/.test(path) || path.startsWith('src/testing/');
}

function roomOf(path: string): string | null {
  if (path.startsWith('src/storage/')) return 'storage';
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The list names each folder and each table once. */
function problemsOfList(code: Sources): string[] {
  const inList = (problem: string) => `scripts/rooms.ts: ${problem}`;
  const names = ROOMS.map(({ name }) => name);
  const folders = new Set([...code.keys()].filter((path) => path.startsWith(DOMAINS)).map(roomOf));
  const owned = [...ROOMS.flatMap(({ tables = [] }) => tables), ...STORAGE_TABLES];
  const tables = tablesIn(code.get('src/storage/tables.ts') ?? '');
  return [
    ...[...folders]
      .filter((name) => name !== null && !names.includes(name))
      .map((name) => inList(`src/domains/${name} is no room of the list. Give it a place there.`)),
    ...names
      .filter((name) => !folders.has(name))
      .map((name) => inList(`src/domains/${name} is not there. Take it from the list.`)),
    ...tables
      .filter((table) => owned.filter((each) => each === table).length !== 1)
      .map((table) =>
        inList(`table ${table} needs one owner. Name it at the room that writes it.`),
      ),
    ...owned
      .filter((table) => !tables.includes(table))
      .map((table) => inList(`there is no table ${table}. Take it from the list.`)),
  ];
}

function tablesIn(text: string): string[] {
  const list = /export interface Tables \{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!);
}

function problemsOfImports(path: string, text: string): string[] {
  const room = roomOf(path);
  const place = ROOMS.findIndex(({ name }) => name === room);
  return importsOf(path, text).flatMap(({ target, line }) => {
    const other = roomOf(target);
    const isInRoom = path.startsWith(DOMAINS) && path !== ABOVE_ALL;
    const above = ROOMS.findIndex(({ name }) => name === other);
    return [
      target.endsWith('.sql.ts') &&
        other !== room &&
        `SQL is private: let ${other} offer it by name from a file of its own.`,
      isInRoom &&
        /^src\/engines\/[^/]+\/[^/]+\//.test(target) &&
        'A folder inside an engine is private: use a file that stands beside it.',
      isInRoom && target === ABOVE_ALL && 'It is above all rooms.',
      isInRoom &&
        above > place &&
        `${other} is above ${room}: emit an event, or take what you need as an argument.`,
    ]
      .filter((words) => words !== false)
      .map((words) => `${path}:${line}: imports ${target}. ${words}`);
  });
}

function problemsOfOffers(path: string, text: string): string[] {
  const offered = [...text.matchAll(/^export \{([^}]*)\} from '[^']*\.sql\.ts'/gm)]
    .flatMap(([, names]) => names!.split(','))
    .filter((name) => name.trim() !== '');
  return offered.length <= MOST_OFFERED
    ? []
    : [
        `${path}: offers ${offered.length} functions of SQL, at most ${MOST_OFFERED}: a file for each noun.`,
      ];
}

function problemsOfSql(path: string, text: string): string[] {
  const room = roomOf(path);
  const written = [
    ...[...text.matchAll(BUILT)].map(({ 1: table, index }) => ({ table: table!, index })),
    ...statementsIn(text).flatMap(({ sql, start }) =>
      [...sql.matchAll(WRITE)].map(({ 1: table, index }) => ({
        table: table!,
        index: start + index,
      })),
    ),
  ];
  return written.flatMap(({ table, index }) => {
    const problem = (words: string) => [`${path}:${lineOf(text, index)}: ${words}`];
    const name = /^['"]?(\w+)['"]?$/.exec(table)?.[1];
    if (name === undefined)
      return problem('writes a table without its name. Write the name of the table.');
    const owner = ownerOf(name);
    if (owner === room) return [];
    return problem(
      `writes ${name}, a table of ${owner}. Call a function that ${owner} offers for ` +
        'this change instead.',
    );
  });
}

function ownerOf(table: string): string | null {
  if (table === STORAGE_SCHEMA || STORAGE_TABLES.includes(table)) return 'storage';
  return ROOMS.find(({ tables = [] }) => tables.includes(table))?.name ?? 'no room';
}

/** Returns the templates that are tagged `sql`, with their substitutions blanked out. */
function statementsIn(text: string): { sql: string; start: number }[] {
  const statements: { sql: string; start: number }[] = [];
  for (const { index, 0: tag } of text.matchAll(/\bsql(?:<[^`;]*?>)?`/g)) {
    const start = index + tag.length;
    statements.push({ sql: templateFrom(text, start), start });
  }
  return statements;
}

/** Returns the rest of a template, with `$` and spaces in place of each substitution. */
function templateFrom(text: string, start: number): string {
  let sql = '';
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]!;
    if (depth === 0 && char === '`') break;
    if (char === '{' && (depth > 0 || text[at - 1] === '$')) depth += 1;
    sql += depth === 0 ? char : ' ';
    if (char === '}' && depth > 0) depth -= 1;
  }
  return sql;
}

/** The check must find violations in the lowest room and in a file of each other kind. */
function missedPlants(): string[] {
  const planted = 'src/domains/accounts/planted.ts';
  const plants: Record<string, [path: string, text: string]> = {
    'is above accounts': [planted, `import type { X } from '../chat/messages.ts';`],
    'is above all rooms': [planted, `export { allRoutes } from '../index.ts';`],
    'SQL is private': [
      'src/domains/chat/planted.ts',
      `const { x } = await import('../memories/memories.sql.ts');`,
    ],
    'offers 11 functions of SQL': [
      planted,
      `export { ${Array.from('abcdefghijk').join(', ')} } from './accounts.sql.ts';`,
    ],
    'A folder inside an engine': [
      planted,
      `import { x } from '../../engines/understanding/rules/text.ts';`,
    ],
    'of an engine above it': [
      'src/engines/words/planted.ts',
      `import type { X } from '../search/text-index.ts';`,
    ],
    'src/engines/planted is not in the list': ['src/engines/planted/planted.ts', ''],
    'writes memories, a table of memories': [
      planted,
      'sql`WITH gone AS (${x}) update memories SET content = 1`',
    ],
    'writes people, a table of people': [planted, `db.deleteFrom('people')`],
    'writes a table without its name': [planted, 'sql<{ a: 1 }>`INSERT INTO ${sql.table(name)}`'],
    'is no room of the list': ['src/domains/planted/planted.ts', ''],
    'table planted needs one owner': [
      'src/storage/tables.ts',
      'export interface Tables {\n  planted: Planted;\n}',
    ],
  };
  return Object.entries(plants)
    .filter(([words, plant]) => {
      const code = new Map([...sources, plant]);
      return !violationsIn(code).some((line) => !found.includes(line) && line.includes(words));
    })
    .map(([words]) => `scripts/check-rooms.ts does not find what it should: "… ${words} …"`);
}
