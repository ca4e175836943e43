/**
 * Measures many open event streams: their memory and CPU use while idle, and the delay of a change.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { EventStream } from '../src/testing/clients/event-stream.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER, removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { askService } from '../src/transports/control/control-socket.ts';
import { printTable, quantile } from './measure.ts';
import { cpuSeconds, residentMiB } from './process-figures.ts';

const USERS = 20;
const STREAMS_PER_USER = 50;
const SETTLE_MS = 8_000;
const IDLE_SECONDS = 20;
const CHANGES = 40;

const folder = temporaryFolder();
try {
  await using service = await spawnService({
    folder,
    environment: { SVC_MAX_CONNECTIONS: '5000', SVC_MAX_CONNECTIONS_PER_ADDRESS: '5000' },
  });
  const { pid } = service.child;
  const users = [await ApiUser.signIn(service.url, OWNER)];
  for (let number = 1; number < USERS; number++) {
    const email = `user${number}@example.org`;
    const lines = await askService(folder, ['add', email]);
    const password = /: (\S+)$/.exec(lines!.at(-1)!)![1]!;
    users.push(await ApiUser.signIn(service.url, { email, password }));
  }
  await wait(SETTLE_MS);
  const before = residentMiB(pid!);
  await using stack = new AsyncDisposableStack();
  const streams = new Map<ApiUser, EventStream[]>();
  for (const user of users) {
    const opened = await Promise.all(
      Array.from({ length: STREAMS_PER_USER }, () =>
        EventStream.open(service.url, '/v1/events', user),
      ),
    );
    streams.set(
      user,
      opened.map((stream) => stack.use(stream)),
    );
  }
  await wait(SETTLE_MS);
  const resident = residentMiB(pid!);
  const cpu = cpuSeconds(pid!);
  await wait(IDLE_SECONDS * 1_000);
  const idle = (100 * (cpuSeconds(pid!) - cpu)) / IDLE_SECONDS;

  const delays: number[] = [];
  for (let number = 0; number < CHANGES; number++) {
    const user = users[number % USERS]!;
    const started = performance.now();
    await user.call('POST', '/v3/memories', { content: `Fact number ${number}.` });
    await Promise.all(
      streams.get(user)!.map(async (stream) => {
        await stream.next(({ event }) => event === 'change');
        delays.push(performance.now() - started);
      }),
    );
  }
  printTable(`${USERS * STREAMS_PER_USER} event streams of ${USERS} users`, [
    {
      'memory before, MiB': before,
      'with the streams, MiB': resident,
      'idle, % of a core': Math.round(idle * 10) / 10,
      'change to event, median ms': Math.round(quantile(delays, 0.5)),
      'p95 ms': Math.round(quantile(delays, 0.95)),
    },
  ]);
} finally {
  removeFolder(folder);
}
