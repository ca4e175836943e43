/** `commonplace serve`: runs the service until a signal or a fault ends it. */
import { readConfig } from '../config.ts';
import type { Service } from '../assembly/service.ts';
import { RegularBackups } from './backup/regular.ts';
import { keepCompiledCode } from './compiled-code.ts';
import { askAtTerminal, askForModels } from './model-question.ts';

/** A shutdown that takes longer than this is aborted. */
const STOP_MS = 15_000;
/** After a fault, little work remains, so the limit is shorter. */
const STOP_AFTER_FAULT_MS = 3_000;

export async function runService(): Promise<void> {
  const config = readConfig(process.env);
  const started = performance.now();
  keepCompiledCode(config.storage.dataDir);
  // Loaded after the settings were checked, because the service is most of the code.
  const { serve } = await import('../assembly/service.ts');
  // Registered before anything else starts, so that Ctrl-C during startup also stops the service
  // cleanly.
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      exitAfter(STOP_MS, 'It did not stop in time and is ended. What was acknowledged is safe.');
      stop.resolve();
    });
  }
  await using backups = new RegularBackups(config);
  const progress = (step: string) => console.log(`· ${step} …`);
  const service = await serve(config, { progress, backups });
  backups.start(service.parts.log);
  const { report, setUpLink, url } = service;
  console.log(
    [
      '',
      `Commonplace is ready on ${url} (after ${((performance.now() - started) / 1000).toFixed(1)} s)`,
      `  data           ${report.database}${report.durable ? '' : ' — NOT DURABLE: no sync reaches the disk'}`,
      `  words          ${report.recogniser}`,
      `  understanding  ${report.understanding}`,
      report.embeddings && `  search         ${report.embeddings}`,
      `  assistants     ${config.server.baseUrl ?? url}/connect`,
      '',
      setUpLink
        ? `Open this once to create your account: ${setUpLink}`
        : 'Next: npm run demo, or open the README for the first five minutes.',
      report.hint,
      'Ctrl-C stops it.',
    ]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const stopping = new AbortController();
  void stop.promise.then(() => stopping.abort());
  if (process.stdin.isTTY && process.stdout.isTTY) {
    void offerModels(service, config.storage.dataDir, stopping.signal);
  }
  const fault = await Promise.race([stop.promise, service.fault]);
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
    exitAfter(STOP_AFTER_FAULT_MS, 'Ended.');
  }
  console.log('\nStopping …');
  // A second Ctrl-C exits immediately.
  process.once('SIGINT', () => process.exit(130));
  await service[Symbol.asyncDispose]();
}

async function offerModels(
  { library, fetchModels, parts }: Service,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const ids = await askForModels(library, dataDir, (question) => askAtTerminal(question, signal));
    if (ids.length === 0) return;
    fetchModels(ids);
    console.log(
      `Fetching ${ids.join(', ')} in the background. The service uses them after its next start; Settings → Models shows the progress.`,
    );
  } catch (err) {
    parts.log.warn({ err }, 'the question about models was not asked');
  }
}

function exitAfter(milliseconds: number, sentence: string): void {
  setTimeout(() => {
    console.error(sentence);
    // `process.exit` waits for threads, but a thread that hangs in a system call never ends, so the
    // process is killed.
    process.kill(process.pid, 'SIGKILL');
  }, milliseconds).unref();
}
