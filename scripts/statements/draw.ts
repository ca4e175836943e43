/** Draws arguments for a function: mostly those of one row of the filled database, so that statements find rows. */
import { idOf } from '../../src/testing/statements/codec.ts';
import type { Given, Patch } from '../../src/testing/statements/calls.ts';
import type { Filling, Row } from '../../src/testing/statements/filled-database.ts';
import type { Parameter, Shape } from './argument-types.ts';
import { HEX, thing, timeOf, USERS, WORDS } from './values.ts';

export interface Drawing {
  random: () => number;
  filling: Filling;
  /** The tables that the function names. */
  tables: readonly string[];
}

interface State extends Drawing {
  user: string;
  row: Row;
  /** True when ids are new, as those of rows that are inserted. */
  isFresh: boolean;
  /** Decides which kind of text all items of a list are. */
  die?: number;
}

const LIMITS = [1, 2, 3, 50, 50, 50];
const FRESH_ID = 30;
/** No row has these, so a row with them can be inserted. */
const NEW_WORDS = ['maple', 'nettle', 'olive'];
const IS_LIMIT = /^(limit|most|max|each|turns|mostFailures|count|kept)$/i;

const oneOf = <T>(all: readonly T[], random: () => number): T =>
  all[Math.floor(random() * all.length)]!;

export function drawCall(parameters: readonly Parameter[], drawing: Drawing): Given {
  const { random } = drawing;
  const user = random() < 0.9 ? USERS[0] : USERS[1];
  const isFresh = random() < 0.3;
  const table = tableFor(drawing);
  const row = isFresh ? {} : rowOf(table, user, drawing);
  const state = { ...drawing, user, isFresh, row };
  const given = parameters.map(({ name, shape }) => draw(shape, name, state));
  const patches = isFresh || random() < 0.4 ? [] : patchesOf(table, row, drawing);
  return patches.length > 0 ? { rows: patches, with: given } : { with: given };
}

/**
 * Gives the row that the arguments name, or another one, some values of other rows. So one condition of a statement
 * may become false while all others stay true.
 */
function patchesOf(table: string, row: Row, { filling, random }: Drawing): Patch[] {
  const { key, rows } = filling.get(table)!;
  const target = random() < 0.7 ? row : oneOf(rows, random);
  const columns = Object.keys(target).filter((name) => !key.includes(name));
  if (columns.length === 0) return [];
  const count = 1 + Math.floor(random() * 2);
  const set = Array.from({ length: count }, () => {
    const name = oneOf(columns, random);
    return [name, oneOf(rows, random)[name]];
  });
  const named = Object.fromEntries(key.map((name) => [name, target[name]]));
  return [{ table, row: named, set: Object.fromEntries(set) as Row }];
}

const tableFor = ({ filling, tables, random }: Drawing): string =>
  oneOf(tables.length > 0 ? tables : [...filling.keys()], random);

function rowOf(table: string, user: string, { filling, random }: Drawing): Row {
  const own = filling.get(table)!.rows.filter((row) => (row['user_id'] ?? user) === user);
  return own.length > 0 ? oneOf(own, random) : {};
}

function draw(shape: Shape, name: string, state: State): unknown {
  const { random } = state;
  switch (shape.kind) {
    case 'db':
      return '$db';
    case 'value':
      return shape.value;
    case 'made':
      return { make: shape.name };
    case 'union':
      return draw(oneOf(shape.of, random), name, state);
    case 'array': {
      const length = random() < 0.1 ? 0 : 1 + Math.floor(random() * 3);
      const single = name.replace(/ies$/, 'y').replace(/s$/, '');
      const die = random();
      return Array.from({ length }, (_, index) => {
        const row =
          index === 0 || state.isFresh ? state.row : rowOf(tableFor(state), state.user, state);
        return draw(shape.of, single, { ...state, row, die });
      });
    }
    case 'map':
      return { map: [shape.of.map((one) => draw(one, name, state))] };
    case 'object': {
      const fields = Object.entries(shape.fields).map(([key, of]) => [key, draw(of, key, state)]);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    default:
      return random() < 0.7
        ? (ofRow(shape.kind, name, state) ?? plain(shape.kind, name, state))
        : plain(shape.kind, name, state);
  }
}

type Kind = 'string' | 'number' | 'boolean' | 'time' | 'bytes' | 'floats' | 'json';

/** The value of the column that is called like the argument, in the form of arguments. */
function ofRow(kind: Kind, name: string, { row, random, user }: State): unknown {
  if (name === 'user_id' || name === 'user') return user;
  const value = row[name] ?? (kind === 'time' ? oneOf(timesIn(row), random) : undefined);
  return encode(kind, value);
}

const timesIn = (row: Row): unknown[] =>
  Object.values(row).filter(
    (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
  );

function encode(kind: Kind, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (kind === 'time') return typeof value === 'string' ? { time: value } : undefined;
  if (kind === 'bytes') {
    return typeof value === 'string' && value.startsWith('\\x')
      ? { bytes: value.slice(2) }
      : undefined;
  }
  if (kind === 'json') return value;
  return typeof value === kind ? value : undefined;
}

function plain(kind: Kind, name: string, state: State): unknown {
  const { random } = state;
  const at = Math.floor(random() * 1_000_000);
  if (kind === 'time') return { time: timeOf(at) };
  if (kind === 'floats') return { floats: [at % 5, 0.5, -1] };
  if (kind === 'bytes') return { bytes: HEX[state.isFresh ? 12 + (at % 4) : at % HEX.length] };
  if (kind === 'boolean') return at % 2 === 0;
  if (kind === 'json') return thing(at, at % 2 === 0 ? 'list' : 'object', name);
  if (kind === 'number') {
    if (name === 'offset') return at % 3 === 0 ? 1 : 0;
    return IS_LIMIT.test(name) ? oneOf(LIMITS, random) : at % 3 === 0 ? 0 : at % 10;
  }
  return text(name, state);
}

/** Texts that only some functions understand, by the name of the argument. */
const TEXTS: Record<string, readonly string[]> = {
  short: [1, 2, 3, 4, 5, 6].map((place) =>
    idOf(place)
      .replaceAll('-', '')
      .replace(/(.{8}).*(.{8})/, '$1$2'),
  ),
  table: ['folders', 'people', 'conversations', 'memories'],
  timezone: ['Europe/Lisbon'],
};

/** Statements refuse a text of the wrong kind, and then another draw has the right one. */
function text(
  name: string,
  { random, user, row, isFresh, die = random(), filling, tables }: State,
): string {
  if (name === 'user_id' || name === 'user') return user;
  if (isFresh && name === 'id') return idOf(FRESH_ID + Math.floor(random() * 10));
  if (isFresh && random() < 0.4) return oneOf(NEW_WORDS, random);
  const special = TEXTS[name];
  if (special) return oneOf(special, random);
  const values = tables
    .flatMap((table) => filling.get(table)!.rows.map((row) => row[name]))
    .filter((value) => typeof value === 'string');
  if (values.length > 0 && die < 0.8) return oneOf(values, random);
  const isId = /^id$|_id$|Id$|^(from|to|after|before|short)$/.test(name);
  const at = Math.floor(random() * 1_000);
  if (die < (isId ? 0.9 : 0.3)) return idOf((at % 24) + 1);
  // Such as `listed`, whose values are paths of rows.
  const any = Object.values(row).filter((value) => typeof value === 'string');
  if (values.length === 0 && any.length > 0 && die < 0.65) return oneOf(any, random);
  if (/date|day/.test(name)) return timeOf(at).slice(0, 10);
  if (die > 0.97) return timeOf(at);
  return WORDS[at % 6]!;
}
