/**
 * Measures the export and the import of an account with 100,000 memories and 10,000 conversations of
 * 20 segments, and the slowest answer of the service meanwhile: `node bench/portability.ts`.
 */
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { endOf, exportOf, sendFile, zipOf } from '../src/testing/clients/account-archive.ts';
import { startService } from '../src/testing/start-service.ts';
import { BEGAN, idOf, sampleTalks } from './sample-talks.ts';

const MEMORIES = 100_000;
const CONVERSATIONS = 10_000;
const SEGMENTS = 20;

const talks = sampleTalks(CONVERSATIONS, SEGMENTS);
const memories = Array.from({ length: MEMORIES }, (_, number) => ({
  id: idOf('memory', number),
  content: `Fact number ${number} is about place ${number % 977}.`,
  category: 'interesting',
  created_at: new Date(BEGAN + number * 60_000).toISOString(),
}));

await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
const files = await zipOf([
  ['conversations.json', JSON.stringify(talks)],
  ['memories.json', JSON.stringify(memories)],
]);
const direct = (user: ApiUser) => new ApiUser(service.service.url, user.token, user.id);
const owner = direct(service.owner);
const guest = direct(await ApiUser.signUp(service.url, 'guest@example.org'));

await measure('import of JSON files', () => importAll(owner, files));
const archive = await measure('export', () => exportOf(owner));
console.log(`the archive has ${(archive.length / 1e6).toFixed(1)} MB`);
await measure('import of the archive', () => importAll(guest, archive));
await measure('import of the archive again', () => importAll(guest, archive));
const second = await measure('second export', () => exportOf(guest));
console.log(`the second export is ${second.equals(archive) ? 'equal' : 'DIFFERENT'}`);

async function importAll(user: ApiUser, file: Buffer): Promise<void> {
  const { body } = await sendFile(user, file);
  const { status, report } = await endOf(user, body.id, 600);
  console.log(`  ${status}: ${JSON.stringify(report.kinds)}`);
}

/** Prints the time of the work, the slowest answer meanwhile, and the memory of the process. */
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  let slowest = 0;
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now();
      await fetch(`${service.service.url}/readyz`);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  end.abort();
  await asking;
  const mib = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  console.log(
    `${name}: ${seconds.toFixed(1)} s, slowest /readyz ${Math.round(slowest)} ms, ${mib} MiB`,
  );
  return result;
}
