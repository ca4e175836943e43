import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleFlags, bundleEnvironment } from './bundle/bundle.ts';
import { compileCache, inheritedFlags } from './quick-node.ts';
import { OWNER } from './start-service.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface ServiceProcess extends AsyncDisposable {
  child: ChildProcess;
  url: string;
  /** Returns the printed output of the process. */
  output: () => string;
  /** Kills the process, as a power cut or the kernel would. */
  kill(): Promise<void>;
}

interface RunOptions {
  folder: string;
  environment?: Record<string, string>;
  nodeOptions?: string[];
  /** A command that wraps the process, such as `unshare --net`. */
  under?: string[];
}

/** Starts the service in a separate process, as an operator runs it. */
export async function spawnService({
  folder,
  environment = {},
  nodeOptions = [],
}: RunOptions): Promise<ServiceProcess> {
  const { child, output } = run(['serve'], { folder, environment, nodeOptions });
  const ready = /ready on (http:\S+)/;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout!.on('data', () => void (ready.test(output()) && resolve()));
  child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${output()}`)));
  await promise;
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { child, url: ready.exec(output())![1]!, output, kill, [Symbol.asyncDispose]: kill };
}

/** Runs the command line until it exits. */
export async function runCommand(
  words: string[],
  options: RunOptions,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(words, options);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** Runs the command line and ends it when the promise of `when` is fulfilled. */
export async function runUntil(
  words: string[],
  options: RunOptions & { signal?: NodeJS.Signals },
  when: () => Promise<unknown>,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(words, options);
  const closed = once(child, 'close');
  await when();
  child.kill(options.signal ?? 'SIGKILL');
  const [code] = (await closed) as [number | null];
  return { code, output: output() };
}

function run(
  words: string[],
  { folder, environment = {}, nodeOptions = [], under = [] }: RunOptions,
): { child: ChildProcess; output: () => string } {
  const [command, ...rest] = [...under, process.execPath];
  const flags = [...inheritedFlags, ...bundleFlags(), ...nodeOptions];
  const child = spawn(command!, [...rest, ...flags, MAIN, ...words], {
    env: {
      ...compileCache(),
      ...bundleEnvironment(),
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: '0',
      SVC_DATA_DIR: folder,
      SVC_RECOGNISER: 'none',
      SVC_RATE_LIMIT: 'off',
      SVC_OWNER_EMAIL: OWNER.email,
      SVC_OWNER_PASSWORD: OWNER.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  }
  return { child, output: () => text };
}
