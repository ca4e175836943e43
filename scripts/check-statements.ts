/**
 * Checks that a recorded call runs each function of a `*.sql.ts`, and that the calls were recorded after the
 * last change of its conditions and orders. Few of these may be without effect on all calls. Then it plants
 * one violation of each kind, in memory, and expects to find it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { RecordedFile } from '../src/testing/statements/calls.ts';
import { readRecording } from '../src/testing/statements/recordings.ts';
import { breaksIn, countPlaces, functionsIn, roomOf } from './statements/places.ts';

interface Source {
  /** The functions that run a statement. */
  functions: string[];
  places: Record<string, number>;
}

/** May only become smaller. */
const MAX_UNNOTICED = 44;
/** Functions that no call is recorded of, with the reason. */
const UNRECORDED: Readonly<Record<string, string>> = {
  selectInstallation: 'it reads the size of the database',
  selectStoredBytes: 'it reads the size of the database',
  upsertSegments: 'it needs a condition that fits its statement; the tests of live words run it',
  insertSnapshot: 'drawn snapshots are there already; the tests of snapshots run it',
  insertSubscription: 'drawn sessions have a subscription already; the tests of push run it',
  insertTest: 'its id is a uuid but its type says text; the tests of receivers run it',
};
const AGAIN = 'run npm run statements --';

const rooms = Map.groupBy(globSync('src/domains/**/*.sql.ts').toSorted(), roomOf);
const recordings = new Map(
  [...rooms.keys()]
    .filter((room) => existsSync(`src/domains/${room}/statements.jsonl`))
    .map((room) => [room, readRecording(`src/domains/${room}`)] as const),
);
const found = [...rooms].flatMap(([room, files]) => {
  const recording = recordings.get(room);
  if (!recording) return [`${room}: ${AGAIN} ${room}`];
  const recorded = new Map(recording.map((one) => [one.file, one]));
  return files.flatMap((path) => {
    const file = path.slice(`src/domains/${room}/`.length);
    return problemsOf(path, sourceOf(path), recorded.get(file));
  });
});
const unnoticed = [...recordings.values()].flat().flatMap((file) => file.unnoticed);
if (unnoticed.length > MAX_UNNOTICED) {
  found.push(
    `${unnoticed.length} conditions and orders matter in no recorded call, at most ${MAX_UNNOTICED} may: ` +
      'see "unnoticed" in statements.jsonl.',
  );
}
const missed = missedPlants();
for (const line of [...found, ...missed]) console.error(line);
if (found.length + missed.length > 0) process.exitCode = 1;

function sourceOf(path: string): Source {
  const functions = functionsIn(path, readFileSync(path, 'utf8')).map(({ name }) => name);
  return { functions, places: countPlaces(breaksIn(path)) };
}

function problemsOf(path: string, source: Source, recorded: RecordedFile | undefined): string[] {
  const room = roomOf(path);
  if (!recorded) return [`${path}: no call is recorded: ${AGAIN} ${room}`];
  const called = new Set(recorded.calls.map(({ call }) => call));
  const unknown = source.functions.filter((name) => !called.has(name) && !(name in UNRECORDED));
  const gone = [...called].filter(
    (name) => !name.includes('.') && !source.functions.includes(name),
  );
  const isOld = !isDeepStrictEqual(source.places, recorded.places);
  return [
    ...unknown.map((name) => `${path}: no recorded call runs ${name}: ${AGAIN} ${room}`),
    ...gone.map((name) => `${path}: ${name} is recorded but not exported: ${AGAIN} ${room}`),
    ...(isOld
      ? [`${path}: its conditions and orders are not those recorded: ${AGAIN} ${room}`]
      : []),
  ];
}

function missedPlants(): string[] {
  const path = 'src/domains/planted/planted.sql.ts';
  const recorded: RecordedFile = {
    file: 'planted.sql.ts',
    places: { selectOne: 2 },
    unnoticed: [],
    calls: [{ call: 'selectOne', with: [], answer: null }],
  };
  const source: Source = { functions: ['selectOne'], places: { selectOne: 2 } };
  const plants: Record<string, [Source, RecordedFile | undefined]> = {
    'no call is recorded': [source, undefined],
    'runs selectTwo': [{ ...source, functions: ['selectOne', 'selectTwo'] }, recorded],
    'not exported': [
      source,
      { ...recorded, calls: [...recorded.calls, { call: 'gone', with: [], answer: null }] },
    ],
    'not those recorded': [{ ...source, places: { selectOne: 1 } }, recorded],
  };
  return Object.entries(plants)
    .filter(([words, [planted, calls]]) => {
      const lines = problemsOf(path, planted, calls);
      return lines.length !== 1 || !lines[0]!.includes(words);
    })
    .map(([words]) => `scripts/check-statements.ts does not find what it should: "${words}"`);
}
