/**
 * Shows where the main thread spends its time while it creates and lists memories: CPU time for
 * each request by part of the service, from profiles of V8. `node bench/profile.ts [CHECKOUT]`
 * profiles another checkout of this project in the same run; `PICTURE=docs/images/profile.svg`
 * also writes the result as a picture.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { OWNER, removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { checkouts } from './checkouts.ts';
import type { Checkout } from './checkouts.ts';
import { JsonClient } from './json-client.ts';
import { printTable } from './measure.ts';
import { pictureOf } from './profile-picture.ts';
import type { Bar } from './profile-picture.ts';
import { timeByPart } from './profile-parts.ts';
import type { Profile } from './profile-parts.ts';
import { mainThreadMs } from './process-figures.ts';
import { sentences } from './sentences.ts';

const STORED = 10_000;
const WARM_UP = 3_000;
const REQUESTS = 8_000;
const CLIENTS = 50;
const PATH = '/v1/dev/user/memories';
const words = sentences(13);

const CALLS: Record<string, (client: JsonClient) => Promise<unknown>> = {
  create: (client) => client.call('POST', PATH, { content: words.say(8) }),
  'list 25': (client) => client.call('GET', `${PATH}?limit=25`),
};

const versions = await checkouts();
const bars: Bar[] = [];
for (const call of Object.keys(CALLS)) {
  for (const version of versions) bars.push(await profile(version, call));
}
const parts = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))];
printTable(
  `Time of the main thread for each request, µs; ${CLIENTS} connections, ${STORED} memories`,
  bars.map(({ name, parts: own }) => ({
    request: name,
    ...Object.fromEntries(parts.map((part) => [part, Math.round(own[part] ?? 0)])),
    total: Math.round(Object.values(own).reduce((sum, part) => sum + part, 0)),
  })),
);
const picture = process.env['PICTURE'];
if (picture) writeFileSync(picture, pictureOf(bars));

async function profile({ name, spawnService }: Checkout, call: string): Promise<Bar> {
  const folder = temporaryFolder();
  try {
    await using service = await spawnService({
      folder,
      nodeOptions: ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}/profiles`],
    });
    const owner = await ApiUser.signIn(service.url, OWNER);
    const { key } = await owner.key(['memories:read', 'memories:write']);
    using client = new JsonClient(service.url, key);
    for (let stored = 0; stored < STORED; stored += 25) {
      const memories = Array.from({ length: 25 }, () => ({ content: words.say(8) }));
      await client.call('POST', `${PATH}/batch`, { memories });
    }
    await repeat(WARM_UP, () => CALLS[call]!(client));
    const [from, cpuBefore] = [nowMicroseconds(), mainThreadMs(service.child.pid!)];
    await repeat(REQUESTS, () => CALLS[call]!(client));
    const [until, cpuAfter] = [nowMicroseconds(), mainThreadMs(service.child.pid!)];
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
    const samples = timeByPart(mainProfile(join(folder, 'profiles')), { from, until });
    const sum = Object.values(samples).reduce((total, part) => total + part, 0);
    // Samples also count time in which other processes had the processor, so they only give shares.
    const scale = ((cpuAfter - cpuBefore) * 1_000) / REQUESTS / sum;
    const parts = Object.entries(samples).map(([part, time]) => [part, time * scale] as const);
    return { name: `${call}, ${name}`, parts: Object.fromEntries(parts) };
  } finally {
    removeFolder(folder);
  }
}

/** The clock that V8's profiles use. */
function nowMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Returns the profile of the service's main thread from the profiles of all threads. */
function mainProfile(folder: string): Profile {
  const names = readdirSync(folder);
  const size = (name: string) => statSync(join(folder, name)).size;
  // CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile; a main thread has number 0.
  const [name] = names
    .filter((each) => each.split('.')[4] === '0')
    .toSorted((one, other) => size(other) - size(one));
  if (!name) throw new Error(`no profile of the main thread: ${names.join(', ')}`);
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
}

async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
