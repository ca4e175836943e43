/** Records the calls of a room. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Call, RecordedFile } from '../../src/testing/statements/calls.ts';
import { openFilledDatabase } from '../../src/testing/statements/filled-database.ts';
import type { Filling } from '../../src/testing/statements/filled-database.ts';
import { readRecording } from '../../src/testing/statements/recordings.ts';
import { importsOf } from '../imports.ts';
import type { Sourced } from './argument-types.ts';
import { CallSearch } from './call-search.ts';
import type { Databases, Place } from './call-search.ts';
import { breaksIn, countPlaces, functionsIn } from './places.ts';
import { USERS } from './values.ts';

interface Recorded {
  files: RecordedFile[];
  /** The functions without a call, and why. */
  failures: string[];
}

/**
 * Opens the databases, on a server if there is one, which answers in half the time. The reversed one is embedded, so
 * that a call is only kept if it ends the same on both kinds.
 */
export async function openDatabases(
  filling: Filling,
  stack: AsyncDisposableStack,
): Promise<Databases> {
  return {
    filling,
    usual: stack.use(await openFilledDatabase(filling)),
    reversed: stack.use(await openFilledDatabase(reversedRows(filling), { embedded: true })),
    alone: stack.use(await openFilledDatabase(ownRows(filling))),
  };
}

export async function recordRoom(
  folder: string,
  functions: ReadonlyMap<string, Sourced[]>,
  { databases, draws }: { databases: Databases; draws: number },
): Promise<Recorded> {
  const recorded = existsSync(`${folder}/statements.jsonl`) ? readRecording(folder) : [];
  const former = new Map(recorded.map((one) => [join(folder, one.file), one.calls]));
  const paths = [...functions.keys()];
  const places = paths.flatMap(placesIn);
  const failures: string[] = [];
  const calls = new Map<string, Call[]>(paths.map((path) => [path, []]));
  for (const [file, all] of functions) {
    const reached = reachedFrom(file, paths);
    const known = former.get(file) ?? [];
    for (const sourced of [...all, ...methodsIn(known)]) {
      const own = places.filter(
        ({ within, ...place }) =>
          reached.has(place.file) &&
          (within === undefined || (place.file === file && within === sourced.name)),
      );
      const tables = tablesOf(file, sourced.name, databases.filling);
      const task = {
        file,
        sourced,
        tables,
        places: own,
        known: known.filter(({ call }) => call === sourced.name),
        draws: sourced.parameters.length > 0 ? draws : 0,
      };
      const found = await new CallSearch(task, databases).find();
      if (typeof found === 'string') failures.push(`${file} ${sourced.name}: ${found}`);
      else calls.get(file)!.push(...found);
    }
  }
  const files = paths.map((path) => {
    const own = places.filter(({ file }) => file === path);
    const unnoticed = own.filter(({ noticed }) => !noticed).map(describePlace);
    return {
      file: relative(folder, path),
      places: countPlaces(own),
      unnoticed,
      calls: calls.get(path)!,
    };
  });
  return { files, failures };
}

const reversedRows = (filling: Filling): Filling =>
  new Map(
    [...filling].map(
      ([table, { key, rows }]) => [table, { key, rows: rows.toReversed() }] as const,
    ),
  );

const ownRows = (filling: Filling): Filling =>
  new Map(
    [...filling].flatMap(([table, { key, rows }]) => {
      const owner = table === 'users' ? 'id' : 'user_id';
      const own = rows.filter((row) => row[owner] !== USERS[1]);
      return own.length > 0 ? [[table, { key, rows: own }] as const] : [];
    }),
  );

/** Methods of exported objects are called only as written by hand. */
const methodsIn = (calls: readonly Call[]): Sourced[] =>
  [...new Set(calls.map(({ call }) => call))]
    .filter((name) => name.includes('.'))
    .map((name) => ({ name, parameters: [] }));

const describePlace = ({ within = 'shared', kind, text }: Place): string =>
  `${within}: ${kind}: ${text}`;

function placesIn(file: string): Place[] {
  return breaksIn(file).map((found) => ({ ...found, file, noticed: false, modules: new Map() }));
}

/** The file and those of the room that it imports. */
function reachedFrom(file: string, room: readonly string[]): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) {
    for (const { target } of importsOf(one, readFileSync(one, 'utf8'))) {
      if (room.includes(target)) reached.add(target);
    }
  }
  return reached;
}

function tablesOf(file: string, name: string, filling: Filling): string[] {
  const source = readFileSync(file, 'utf8');
  const within = functionsIn(file, source).find((one) => one.name === name);
  const named = (text: string) =>
    [...filling.keys()].filter((table) => new RegExp(`\\b${table}\\b`).test(text));
  const own = named(within ? source.slice(within.start, within.end) : '');
  return own.length > 0 ? own : named(source);
}
