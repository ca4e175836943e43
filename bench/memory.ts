/**
 * Measures the resident memory of all processes of the service, started as an operator starts it:
 * eight seconds after the first start, with 10,000 memories, and with an additional live stream of
 * speech.
 * `node bench/memory.ts [CHECKOUT]` measures another checkout of this project as well.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { OWNER, removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { checkouts } from './checkouts.ts';
import type { Checkout } from './checkouts.ts';
import { JsonClient } from './json-client.ts';
import { printTable } from './measure.ts';
import { peakMiB, residentMiB } from './process-figures.ts';
import { sentences } from './sentences.ts';

const SETTLE_MS = 8_000;
const STORED = 10_000;
const PATH = '/v1/dev/user/memories';
const words = sentences(3);

const rows = [];
for (const checkout of await checkouts()) {
  rows.push({ checkout: checkout.name, ...(await measure(checkout)) });
}
printTable('Resident memory of all processes, MiB', rows);

async function measure({ spawnService }: Checkout): Promise<Record<string, number>> {
  const folder = temporaryFolder();
  try {
    await using service = await spawnService({ folder, environment: { SVC_RECOGNISER: 'auto' } });
    const resident = () => residentMiB(service.child.pid!);
    await wait(SETTLE_MS);
    const first = resident();
    const owner = await ApiUser.signIn(service.url, OWNER);
    const { key } = await owner.key(['memories:read', 'memories:write']);
    using client = new JsonClient(service.url, key);
    for (let stored = 0; stored < STORED; stored += 25) {
      const memories = Array.from({ length: 25 }, () => ({ content: words.say(8) }));
      await client.call('POST', `${PATH}/batch`, { memories });
    }
    await client.call('POST', `${PATH}/search`, { query: words.say(3) });
    await wait(SETTLE_MS);
    const filled = resident();
    await using device = await Listener.open(service.url, {
      token: owner.token,
      uid: owner.id,
      codec: 'pcm16',
      sample_rate: 16_000,
      language: 'en',
    });
    const speech = await speak('I live in Boston with my two children and a dog. '.repeat(4));
    await device.stream(speech, { speed: 1 });
    const listening = resident();
    const peak = peakMiB(service.child.pid!);
    return {
      'after the first start': first,
      'with 10,000 memories': filled,
      'with a live stream besides': listening,
      'peak of the main process': peak,
    };
  } finally {
    removeFolder(folder);
  }
}
