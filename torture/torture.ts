/**
 * Users write continuously while faults happen, and after each round every acknowledged write is
 * compared with the stored data.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { check } from './checker.ts';
import { TortureUser } from './client.ts';
import type { Credentials } from './client.ts';
import type { Deployment, Fault } from './deployments.ts';
import { Ledger } from './ledger.ts';
import { Mirror } from './mirror.ts';
import { startWriting } from './writers.ts';

/** A service that is not ready this long after the last fault will never be ready. */
const READY_MS = 120_000;
const ANSWER_MS = 10_000;

export interface TortureOptions {
  /** The total number of faults. */
  faults: number;
  /** The number of faults between two comparisons. */
  faultsPerRound: number;
  /** The number of busy processes per processor, in every second round. */
  starvation: number;
  /** Words in the names of the faults that happen; without it, all faults do. */
  only?: string;
  say?: (line: string) => void;
}

export interface TortureReport {
  deployment: string;
  rounds: number;
  faults: Record<string, number>;
  acknowledged: number;
  answers: Record<number, number>;
  leftOut: readonly string[];
  violations: readonly string[];
}

export function tortureUsers(count: number): Credentials[] {
  return Array.from({ length: count }, (_, number) => ({
    email: `user${number}@example.org`,
    password: 'correct horse battery',
  }));
}

export async function torture(
  deployment: Deployment,
  users: readonly Credentials[],
  { faults: wanted, faultsPerRound, starvation, only = '', say = () => {} }: TortureOptions,
): Promise<TortureReport> {
  const faults = deployment.faults.filter(({ name }) => name.includes(only));
  if (faults.length === 0) throw new Error(`No fault of ${deployment.name} is named "${only}".`);
  const ledger = new Ledger(say);
  const happened: Record<string, number> = {};
  await untilReady(deployment);
  const people = await Promise.all(users.map((user) => signIn(deployment, user, ledger)));
  const mirrors = people.map((user) => new Mirror(user));
  let rounds = 0;
  for (let count = 0; count < wanted; rounds += 1) {
    const burners = rounds % 2 === 1 ? burn(starvation * availableParallelism()) : [];
    const stop = new AbortController();
    const writing = [
      ...people.map((user) => startWriting({ user, ledger, stop: stop.signal })),
      ...mirrors.map((mirror) => mirror.follow(stop.signal)),
    ];
    for (let step = 0; step < faultsPerRound && count < wanted; step += 1, count += 1) {
      await wait(300 + Math.random() * 1_200);
      const fault = anyOf(faults);
      happened[fault.name] = (happened[fault.name] ?? 0) + 1;
      const at = new Date().toISOString();
      await fault.happen();
      say(`  ${at} ${fault.name}`);
    }
    await wait(500);
    stop.abort();
    await Promise.all(writing);
    for (const burner of burners) burner.kill('SIGKILL');
    await untilReady(deployment);
    await Promise.all(people.map((user) => check(user, ledger)));
    await Promise.all(mirrors.map((mirror) => mirror.check(ledger)));
    for (const process of deployment.processes) {
      for (const end of process.unexpectedEnds.splice(0))
        ledger.violate(`a process is gone: ${end}`);
    }
    say(
      `round ${rounds + 1}: ${count} faults, ${ledger.acknowledged} writes acknowledged, ${ledger.violations.length} violations`,
    );
  }
  return {
    deployment: deployment.name,
    rounds,
    faults: happened,
    acknowledged: ledger.acknowledged,
    answers: Object.fromEntries(ledger.answers),
    leftOut: deployment.leftOut,
    violations: ledger.violations,
  };
}

/** Waits until all processes run and report that they are ready. After this, no process may end. */
async function untilReady({ processes }: Deployment): Promise<void> {
  for (const process of processes) {
    const until = performance.now() + READY_MS;
    let last = '';
    const isReady = async () => {
      try {
        const answer = await fetch(new URL('/readyz', process.url), {
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        last = `${answer.status} ${await answer.text()}`;
        return answer.ok;
      } catch (error) {
        last = String(error);
        return false;
      }
    };
    // Asks three times in a row, because a process that is about to end still answers.
    for (let streak = 0; streak < 3; streak = (await isReady()) ? streak + 1 : 0) {
      if (performance.now() > until) {
        throw new Error(`${process.url} is not ready: ${last}\n${process.output}`);
      }
      await wait(200);
    }
    process.mayEnd = false;
  }
}

async function signIn(
  { processes }: Deployment,
  credentials: Credentials,
  ledger: Ledger,
): Promise<TortureUser> {
  const urls = processes.map(({ url }) => url);
  const user = await signedIn(urls[0]!, credentials);
  const { key } = await user.key([
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
    'goals:read',
    'goals:write',
    'conversations:read',
    'conversations:write',
  ]);
  return new TortureUser({ id: user.id, token: user.token, key }, urls, ledger);
}

/** A service that has just started may answer that it is busy. */
async function signedIn(url: string, credentials: Credentials): Promise<ApiUser> {
  for (let tries = 50; ; tries -= 1) {
    try {
      return await ApiUser.signIn(url, credentials);
    } catch (error) {
      if (tries === 0) throw error;
      await wait(200);
    }
  }
}

function burn(count: number) {
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}

function anyOf(faults: readonly Fault[]): Fault {
  return faults[Math.floor(Math.random() * faults.length)]!;
}
