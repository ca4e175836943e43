/**
 * Checks the promises of the README while other processes use all cores: `node bench/starved.ts
 * [20]`. The argument is the number of busy processes; 0 measures an idle machine for comparison.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { median, printTable, quantile } from './measure.ts';

const BUSY_PROCESSES = Number(process.argv[2] ?? 20);
const SENTENCES = [
  ['weather', 'The weather is nice today and the garden is green.'],
  ['boston', 'My sister lives in Boston with two children.'],
  ['house', 'Please clean the house on Friday morning.'],
  ['doctor', 'We have a meeting with the doctor tomorrow.'],
  ['report', 'I promised to send the report on Monday.'],
] as const;
const SOCKETS = 24;
const MEMORIES = 200;

const folder = temporaryFolder();
const spoken = await Promise.all(SENTENCES.map(([, sentence]) => speak(sentence)));
const talk = joinedSound(...spoken.flatMap((pcm) => [pcm, silence(1.2)]));
const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const rows: { what: string; figure: string }[] = [];
try {
  const began = performance.now();
  const service = await spawnService({ folder, environment: { SVC_RECOGNISER: 'builtin' } });
  row('first start → ready', seconds(performance.now() - began));
  const owner = await ApiUser.signIn(service.url, OWNER);
  await createMemories(owner);
  for (const sockets of [1, SOCKETS]) await hear(owner, sockets);
  const stopped = performance.now();
  const ended = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  const [code] = await ended;
  row('SIGTERM → end', `${seconds(performance.now() - stopped)}, code ${code}`);
} finally {
  for (const each of busy) each.kill('SIGKILL');
  removeFolder(folder);
}
printTable(`Promises beside ${BUSY_PROCESSES} busy processes`, rows);

async function createMemories(owner: ApiUser): Promise<void> {
  const key = await owner.key(['memories:read', 'memories:write']);
  const took: number[] = [];
  let acknowledged = 0;
  for (let count = 0; count < MEMORIES; count += 1) {
    const began = performance.now();
    const { status } = await key.call('POST', '/v1/dev/user/memories', {
      content: `The plant number ${count} stands in the garden`,
    });
    took.push(performance.now() - began);
    if (status === 200) acknowledged += 1;
  }
  row(
    `${MEMORIES} memories, one after the other`,
    `${acknowledged} acknowledged, ${median(took).toFixed(1)} ms median, ${quantile(took, 0.99).toFixed(0)} ms p99`,
  );
}

/** Several devices of one user are in the same room and record the same talk. */
async function hear(owner: ApiUser, sockets: number): Promise<void> {
  const devices = await Promise.all(
    Array.from({ length: sockets }, () =>
      Listener.open(owner.url, {
        token: owner.token,
        uid: owner.id,
        codec: 'pcm16',
        sample_rate: 16_000,
      }),
    ),
  );
  const { conversation_id } = await devices[0]!.event('conversation_session');
  await Promise.all(devices.map((device) => device.stream(talk)));
  const stopped = performance.now();
  for (const device of devices) device.socket.close();
  await Promise.all(devices.map((device) => device.closed));
  await owner.call('POST', '/v1/conversations', {});
  const conversation = await untilEnded(owner, conversation_id);
  const text = conversation.transcript_segments
    .map((segment: { text: string }) => segment.text.toLowerCase())
    .join(' ');
  const counts = SENTENCES.map(([word]) => text.split(word).length - 1);
  const heard = counts.filter((count) => count === 1).length;
  const twice = counts.filter((count) => count > 1).length;
  const name = sockets === 1 ? 'one device' : `${sockets} devices in one room`;
  row(
    `${name}, ${SENTENCES.length} sentences`,
    `${heard} stored once, ${twice} more than once, ${conversation.gaps.length} gaps`,
  );
  row(`${name}: end of the talk → understood`, seconds(performance.now() - stopped));
}

async function untilEnded(owner: ApiUser, id: string) {
  for (;;) {
    const { body } = await owner.call('GET', `/v1/conversations/${id}`);
    if (body.status === 'completed') return body;
    if (body.status === 'failed') throw new Error(`The conversation failed: ${body.failure}`);
    await wait(200);
  }
}

function row(what: string, figure: string): void {
  rows.push({ what, figure });
  // The benchmark takes minutes, so each figure is printed as soon as it is measured.
  console.log(`${what}: ${figure}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
