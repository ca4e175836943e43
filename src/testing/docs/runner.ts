import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEVELOPER_SCOPES } from '../../core/scopes.ts';
import type { ApiKey, Json } from '../clients/api-user.ts';
import { makeProject } from './examples.ts';
import type { Block } from './examples.ts';
import { startService } from '../start-service.ts';
import type { TestService } from '../start-service.ts';
import { removeFolder, temporaryFolder } from '../template.ts';

const LONGEST_MS = 60_000;

/** A service and a folder in which tests run the code blocks of a document as a reader would. */
export class DocRunner implements AsyncDisposable {
  readonly service: TestService;
  /** The reader's `SVC_API_KEY`, which has all scopes. */
  readonly key: ApiKey;
  readonly folder = temporaryFolder();
  /** The address of the service in the code blocks. */
  url: string;

  private constructor(service: TestService, key: ApiKey) {
    this.service = service;
    this.key = key;
    this.url = service.url;
    makeProject(this.folder);
  }

  static async open(options: Parameters<typeof startService>[0] = {}): Promise<DocRunner> {
    const service = await startService(options);
    return new DocRunner(service, await service.owner.key([...DEVELOPER_SCOPES]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    removeFolder(this.folder);
    await this.service[Symbol.asyncDispose]();
  }

  /** Runs code blocks one after the other. Returns their output; throws if a block fails. */
  async run(blocks: readonly Block[]): Promise<string> {
    let printed = '';
    for (const { language, code } of blocks) {
      if (language === 'ts') this.write('program.ts', code);
      const words =
        language === 'ts' ? ['node', 'program.ts'] : ['bash', '-euo', 'pipefail', '-c', code];
      const { child, output } = this.start(words);
      const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
      if (status !== 0) throw new Error(`${status ?? signal} from\n\n${code}\n${output()}`);
      printed += output();
    }
    return printed;
  }

  /** Starts a program in the folder. */
  start(
    words: readonly string[],
    environment: Record<string, string> = {},
  ): { child: ChildProcess; output: () => string } {
    const child = spawn(words[0]!, words.slice(1), {
      cwd: this.folder,
      timeout: LONGEST_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        HOME: this.folder,
        SVC_API_BASE_URL: this.url,
        SVC_API_KEY: this.key.key,
        SVC_SESSION: this.service.owner.token,
        ...environment,
      },
    });
    let text = '';
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    }
    return { child, output: () => text };
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, file), content);
  }

  /** Returns the state of the service after the blocks have run, independently of their output. */
  async get(path: string): Promise<Json> {
    const { status, body } = await this.key.call('GET', `/v1/dev/user/${path}`);
    if (status !== 200) throw new Error(`GET ${path} → ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}
