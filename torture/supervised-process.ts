import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { spawnService } from '../src/testing/service-process.ts';
import type { ServiceProcess } from '../src/testing/service-process.ts';

export interface ProcessOptions {
  folder: string;
  environment: Record<string, string>;
  nodeOptions?: string[];
}

/** One process of the service, with a supervisor that restarts it whenever it ends. */
export class SupervisedProcess implements AsyncDisposable {
  readonly url: string;
  /** The messages with which the process ended although the test had not caused this. */
  readonly unexpectedEnds: string[] = [];
  starts = 0;
  readonly #options: ProcessOptions;
  #service: ServiceProcess | null = null;
  #mayEnd = false;
  #isOver = false;
  #isErased = false;
  #life: Promise<void>;

  constructor(port: number, { environment, ...options }: ProcessOptions) {
    this.url = `http://127.0.0.1:${port}`;
    this.#options = { ...options, environment: { ...environment, PORT: String(port) } };
    this.#life = this.#supervise();
  }

  /** While true, the process may react to a fault by ending with a message. */
  set mayEnd(mayEnd: boolean) {
    this.#mayEnd = mayEnd;
  }

  /** The last part of the output of the running process. */
  get output(): string {
    return this.#service?.output().slice(-3000) ?? '';
  }

  /** Ends the process, and erases its folder before it starts again. */
  async vanish(): Promise<void> {
    this.#isErased = true;
    await this.kill('SIGKILL');
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const service = this.#service;
    if (!service || service.child.exitCode !== null || service.child.signalCode !== null) return;
    this.#mayEnd = true;
    const ended = once(service.child, 'exit');
    service.child.kill(signal);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.kill('SIGKILL');
    await this.#life;
  }

  async #supervise(): Promise<void> {
    while (!this.#isOver) {
      let service: ServiceProcess;
      if (this.#isErased) rmSync(this.#options.folder, { recursive: true, force: true });
      this.#isErased = false;
      try {
        service = await spawnService(this.#options);
      } catch (error) {
        // A start may fail while its disk or its database has a fault.
        if (!this.#mayEnd) this.unexpectedEnds.push((error as Error).message.slice(-3000));
        continue;
      }
      this.starts += 1;
      this.#service = service;
      if (this.#isOver) await service.kill();
      if (service.child.exitCode === null && service.child.signalCode === null) {
        await once(service.child, 'exit');
      }
      const { exitCode, signalCode } = service.child;
      if (!this.#mayEnd) {
        const at = new Date().toISOString();
        this.unexpectedEnds.push(
          `${at} ended with ${exitCode ?? signalCode}: ${service.output().slice(-3000)}`,
        );
      }
    }
  }
}
