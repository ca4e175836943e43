/** Draws calls of one function until each of its conditions and orders has mattered in one of them. */
import { isDeepStrictEqual } from 'node:util';
import { callableIn, outcomeOf } from '../../src/testing/statements/calls.ts';
import type { Call, Callable, Given, Module, Outcome } from '../../src/testing/statements/calls.ts';
import type { FilledDatabase, Filling } from '../../src/testing/statements/filled-database.ts';
import { inOrder } from '../../src/testing/statements/statement-tests.ts';
import { randomNumbers } from '../random-numbers.ts';
import type { Sourced } from './argument-types.ts';
import { loadBroken, loadWhole } from './broken-modules.ts';
import { drawCall } from './draw.ts';
import type { Drawing } from './draw.ts';
import type { FoundBreak } from './places.ts';
import { hashOf, USERS } from './values.ts';

/** A place that can be broken. It is noticed when a kept call ends differently with the break. */
export interface Place extends FoundBreak {
  file: string;
  noticed: boolean;
  /** The broken modules, by the file that is called. */
  modules: Map<string, Promise<Module>>;
}

export interface Databases {
  filling: Filling;
  usual: FilledDatabase;
  /** Has the same rows in another order, on which no answer may depend. */
  reversed: FilledDatabase;
  /** Has only the rows of the account that asks. */
  alone: FilledDatabase;
}

export interface Task {
  file: string;
  sourced: Sourced;
  /** The tables that the function names. */
  tables: readonly string[];
  places: readonly Place[];
  /** Calls that were recorded before or written by hand, which are tried first. */
  known: readonly Given[];
  /** The search ends after so many draws in which nothing more mattered. */
  draws: number;
}

/** The search ends after so many times as many draws, whatever mattered in them. */
const MOST_TIMES = 4;
/** So many calls that work are tried for every function, even for one without conditions. */
const MIN_WORKING = 2;
/** Functions whose answer depends on rows of other accounts, with the reason. */
const REACHES: Readonly<Record<string, string>> = {
  updateUser: 'an address belongs to one account',
  selectInstallationUser: 'the first account owns the installation',
};

export class CallSearch {
  readonly #task: Task;
  readonly #databases: Databases;
  readonly #drawing: Drawing;
  readonly #kept: Call[] = [];
  #working = 0;
  #vain = 0;
  /** Why a function has no call. */
  #reason = 'no call worked';

  constructor(task: Task, databases: Databases) {
    this.#task = task;
    this.#databases = databases;
    const { file, sourced, tables, known } = task;
    // What was drawn before is known, so other calls are drawn.
    const random = randomNumbers(hashOf(file, sourced.name, String(known.length)));
    this.#drawing = { random, filling: databases.filling, tables };
  }

  /** Returns the calls that are worth recording, or why there is none. */
  async find(): Promise<Call[] | string> {
    const { file, sourced, known, draws } = this.#task;
    const run = callableIn(await loadWhole(file), sourced.name);
    const isFine = (given: Given) => this.#try(given, run);
    for (const given of known) if (!(await isFine(given))) return this.#reason;
    this.#vain = 0;
    for (let drawn = 0; drawn < draws * MOST_TIMES && this.#vain < draws; drawn += 1) {
      if (this.#open().length === 0 && this.#working >= MIN_WORKING) break;
      this.#vain += 1;
      if (!(await isFine(drawCall(sourced.parameters, this.#drawing)))) return this.#reason;
    }
    return this.#kept.length > 0 ? this.#kept : this.#reason;
  }

  /** Returns false when the function reaches rows of others. */
  async #try({ rows, with: args }: Given, run: Callable): Promise<boolean> {
    const given = rows ? { rows, with: args } : { with: args };
    const outcome = await outcomeOf(run, given, this.#databases.usual);
    if (isError(outcome)) {
      this.#reason = `no call worked: ${JSON.stringify(given)}: ${JSON.stringify(outcome)}`;
      return true;
    }
    const isFine = await this.#judge({ call: this.#task.sourced.name, ...given, ...outcome }, run);
    if (!isFine)
      this.#reason = `a call of one account reaches rows of another: ${JSON.stringify(given)}`;
    return isFine;
  }

  #open(): Place[] {
    return this.#task.places.filter(({ noticed }) => !noticed);
  }

  /** Keeps a call if it is worth it. Returns false when the function reaches rows of others. */
  async #judge(drawn: Call, run: Callable): Promise<boolean> {
    const noticed = await this.#noticedBy(drawn);
    if (noticed.length === 0 && this.#working >= MIN_WORKING) return true;
    const call = await this.#settled(drawn, run);
    if (!call) return true;
    if (!(call.call in REACHES) && (await this.#reachesOthers(call, run))) return false;
    this.#working += 1;
    // If the order is open, only the rows count.
    const still = call.unordered ? await this.#noticedBy(call) : noticed;
    for (const place of still) place.noticed = true;
    if (still.length > 0 || this.#working <= MIN_WORKING) this.#vain = 0;
    if (still.length > 0 || this.#kept.length === 0) this.#kept.push(call);
    return true;
  }

  /** Returns the places without which the call would end differently. */
  async #noticedBy(call: Call): Promise<Place[]> {
    const { file, sourced } = this.#task;
    const noticed: Place[] = [];
    for (const place of this.#open()) {
      const module = place.modules.get(file) ?? loadBroken(place, file);
      place.modules.set(file, module);
      const run = callableIn(await module, sourced.name);
      const broken = await outcomeOf(run, call, this.#databases.usual);
      if (!isDeepStrictEqual(inOrder(broken, call.unordered), pick(call))) noticed.push(place);
    }
    return noticed;
  }

  /** Returns the call if its answer does not depend on where rows lie on the disk. */
  async #settled(call: Call, run: Callable): Promise<Call | undefined> {
    const other = await outcomeOf(run, call, this.#databases.reversed);
    if (isDeepStrictEqual(other, pick(call))) return call;
    const open: Call = { ...call, ...inOrder(pick(call), true), unordered: true };
    return isDeepStrictEqual(inOrder(other, true), pick(open)) ? open : undefined;
  }

  /** Repeats a call of the first account without the rows of the other one. */
  async #reachesOthers(call: Call, run: Callable): Promise<boolean> {
    const text = JSON.stringify(call.with);
    if (!text.includes(`"${USERS[0]}"`) || text.includes(`"${USERS[1]}"`)) return false;
    const alone = await outcomeOf(run, call, this.#databases.alone);
    return !isDeepStrictEqual(inOrder(alone, true), inOrder(pick(call), true));
  }
}

const isError = ({ answer }: Outcome): boolean =>
  typeof answer === 'object' && answer !== null && 'error' in answer;

const pick = ({ answer, changes }: Outcome): Outcome =>
  changes ? { answer, changes } : { answer };
