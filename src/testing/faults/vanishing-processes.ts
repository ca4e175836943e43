import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import pg from 'pg';
import { ApiUser } from '../clients/api-user.ts';
import type { Json } from '../clients/api-user.ts';
import { eventually } from '../eventually.ts';
import { createTestDatabase } from '../postgres.ts';
import { S3Server } from '../servers/s3/server.ts';
import { spawnService } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';
import { OWNER } from '../start-service.ts';
import { removeFolder, temporaryFolder } from '../template.ts';

/** Processes with a database and a store, and a disk each. The first one stays. */
export class VanishingProcesses implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #folder = temporaryFolder();
  #environment: Record<string, string> = {};
  #stays!: ServiceProcess;
  #holder = '';
  store!: S3Server;
  owner!: ApiUser;

  static async start(serverUrl: string): Promise<VanishingProcesses> {
    const all = new VanishingProcesses();
    const stack = all.#stack;
    stack.defer(() => removeFolder(all.#folder));
    all.store = stack.use(await S3Server.start());
    const { keyId, secret, region } = all.store.credentials;
    all.#environment = {
      DATABASE_URL: stack.use(await createTestDatabase(serverUrl, 'owned')).url,
      SVC_SECRET: 'the secret that all processes share',
      SVC_RECOGNISER: 'builtin',
      SVC_FILES: `s3://${all.store.bucket}/files`,
      AWS_ENDPOINT_URL_S3: all.store.url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    };
    all.#stays = stack.use(await all.#begin('stays'));
    [{ id: all.#holder }] = (await all.query('SELECT id FROM waiting_holders')) as [Json];
    all.owner = await ApiUser.signIn(all.#stays.url, OWNER);
    return all;
  }

  #begin(disk: string, environment: Record<string, string> = {}): Promise<ServiceProcess> {
    return spawnService({
      folder: join(this.#folder, disk),
      environment: { ...this.#environment, ...environment },
    });
  }

  /** Starts a process with an empty disk, and with these settings beside those of all. */
  async another(
    environment?: Record<string, string>,
  ): Promise<{ user: ApiUser; vanish(): Promise<void> }> {
    const service = this.#stack.use(await this.#begin('goes', environment));
    const { token, id } = this.owner;
    return {
      user: new ApiUser(service.url, token, id),
      /** The process and its disk vanish, as if a minute ago. */
      vanish: async () => {
        const { pid } = service.child;
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
        await service.kill();
        for (const child of children.trim().split(' ').filter(Boolean)) kill(Number(child));
        rmSync(join(this.#folder, 'goes'), { recursive: true });
        await this.query(`UPDATE waiting_holders SET seen_at = seen_at - interval '45 seconds'
          WHERE id <> '${this.#holder}'`);
      },
    };
  }

  async query(text: string): Promise<Json[]> {
    const client = new pg.Client({ connectionString: this.#environment['DATABASE_URL']! });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until the process that stays has taken everything over, and has worked it off. */
  async untilNothingWaits(): Promise<void> {
    await eventually(
      'nothing waits any more',
      async () =>
        (await this.query(`SELECT id FROM waiting_files WHERE kind <> 'upload'`)).length === 0,
      { seconds: 90 },
    );
    assert.deepEqual(await this.query('SELECT place FROM waiting_pieces'), []);
  }

  async conversation(id: string): Promise<Json> {
    return (await this.owner.call('GET', `/v1/conversations/${id}`)).body;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
