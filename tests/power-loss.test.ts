// Long: each loss of power has a service of its own.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../src/testing/template.ts';

const LOSSES = 3;
/** Writes that are acknowledged before the power fails. */
const MIN_WRITES = 60;
const PRELOAD = new URL('../src/testing/faults/power-loss.preload.ts', import.meta.url).href;
const embedded = !process.env['COMMONPLACE_TEST_DATABASE_URL'];

test(
  `acknowledged data survives ${LOSSES} power losses of the embedded database`,
  { skip: embedded ? false : 'a PostgreSQL server syncs by itself' },
  async () => {
    const acknowledged = new Set<string>();
    let folder = copyTemplate();
    try {
      for (let loss = 0; loss < LOSSES; loss += 1) {
        folder = await liveUntilPowerLoss(folder, loss, acknowledged);
      }
      await using service = await spawnService({ folder });
      const owner = await ApiUser.signIn(service.url, OWNER);
      const key = await owner.key(['memories:read']);
      const stored = new Set<string>();
      for (let offset = 0; ; offset += 1000) {
        const { body } = await key.call('GET', `/v1/dev/user/memories?limit=1000&offset=${offset}`);
        for (const { content } of body) stored.add(content);
        if (body.length < 1000) break;
      }
      const lost = [...acknowledged].filter((content) => !stored.has(content));
      assert.deepEqual(lost, []);
      assert.ok(acknowledged.size >= MIN_WRITES * LOSSES, `${acknowledged.size} were acknowledged`);
    } finally {
      removeFolder(folder);
    }
  },
);

/** Returns the content of the disk after a power failure. */
async function liveUntilPowerLoss(
  folder: string,
  loss: number,
  acknowledged: Set<string>,
): Promise<string> {
  const platter = temporaryFolder();
  cpSync(folder, platter, { recursive: true });
  const service = await spawnService({
    folder,
    environment: { POWER_LOSS_DATA: folder, POWER_LOSS_PLATTER: platter },
    nodeOptions: ['--import', PRELOAD],
  });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:write']);
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let number = 0; ; number += 1) {
      const content = `Fact ${number} of client ${client} before loss ${loss}`;
      const answer = await key.call('POST', '/v1/dev/user/memories', { content }).catch(() => null);
      if (!answer) return;
      acknowledged.add(content);
    }
  });
  const enough = acknowledged.size + MIN_WRITES * (1 + Math.random());
  while (acknowledged.size < enough) await wait(Math.random() * 50);
  await service.kill();
  await Promise.all(clients);
  removeFolder(folder);
  return platter;
}
