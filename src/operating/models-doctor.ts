/** `commonplace models doctor`: what fits this machine, and how fast the installed models are. */
import { availableParallelism, cpus } from 'node:os';
import { silentLog } from '../core/log.ts';
import { fitsInMemory, machineMemory } from '../engines/models/machine-memory.ts';
import type { Library } from '../engines/models/library.ts';
import type { ModelEntry } from '../engines/models/manifest.ts';
import { findLocalServers } from '../engines/text-models/local-servers.ts';
import { NoTextModel } from '../engines/text-models/text-model.ts';
import { openTextModels } from '../assembly/choices/text-models.ts';
import type { InstalledModels } from '../assembly/choices/text-models.ts';

const MB = 1_000_000;
const ANSWER_TOKENS = 64;
const TEXT = 'Ana and Rui talk about the roof, the rain and a meeting with the builder. ';

export async function examineModels(
  library: Library,
  say: (line: string) => void,
  /** The addresses at which other programs may serve models. */
  places?: Parameters<typeof findLocalServers>[0],
): Promise<void> {
  say(
    `This machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ` +
      `${Math.round(machineMemory() / MB)} MB of memory, ${Math.round(process.availableMemory() / MB)} MB free.`,
  );
  for (const { entry, installed } of await library.list()) {
    const fits = fitsInMemory(entry.memoryBytes);
    const state = installed ? 'installed' : fits ? 'fits' : 'needs more memory';
    say(`${entry.id.padEnd(22)} ${megabytes(entry)} MB  ${state}`);
  }
  await using stack = new AsyncDisposableStack();
  const models = await openTextModels({ stack, log: silentLog as never }, library);
  for (const line of await speedsOf(models)) say(line);
  for (const { name, baseUrl, models: names } of await findLocalServers(places)) {
    say(
      `${name} runs here with ${names.slice(0, 3).join(', ')}. To use it: ` +
        `SVC_LLM_BASE_URL=${baseUrl} SVC_LLM_MODEL=${names[0]}`,
    );
  }
}

const megabytes = ({ memoryBytes }: ModelEntry) => String(Math.ceil(memoryBytes / MB)).padStart(5);

/** Measures each installed model once; loading is not counted. */
async function speedsOf(models: InstalledModels): Promise<string[]> {
  const signal = new AbortController().signal;
  const lines: string[] = [];
  const measure = async (name: string, work: () => Promise<string>) => {
    try {
      lines.push(`${name}: ${await work()}`);
    } catch (error) {
      if (!(error instanceof NoTextModel)) throw error;
      lines.push(`${name}: ${error.message}`);
    }
  };
  const { 'language-model': writer, encoder } = models;
  if (writer) {
    await measure(writer.name, async () => {
      const ask = (user: string, maxTokens: number) =>
        timed(() => writer.ask({ kind: 'write', system: 'Answer.', user, maxTokens }, signal));
      await ask('Hello', 1);
      const read = await ask(TEXT.repeat(20), 1);
      const written = await ask('Tell a long story.', ANSWER_TOKENS);
      return `reads ${rate(read.value.tokens, read.ms)} and writes ${rate(ANSWER_TOKENS, written.ms)} tokens a second.`;
    });
  }
  if (encoder) {
    await measure(encoder.name, async () => {
      const embed = (texts: string[]) => timed(() => encoder.ask({ kind: 'embed', texts }, signal));
      await embed([TEXT]);
      const texts = Array.from({ length: 20 }, (_, index) => `${index} ${TEXT}`);
      return `${rate(texts.length, (await embed(texts)).ms)} texts a second.`;
    });
  }
  return lines;
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
}

const rate = (count: number, ms: number) => (count / (ms / 1_000)).toFixed(1);
