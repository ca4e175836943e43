/** Asks once, at a terminal, whether to fetch models that hear and understand better. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Library } from '../engines/models/library.ts';
import type { ModelEntry } from '../engines/models/manifest.ts';
import { recommendedModels } from '../engines/models/recommended-models.ts';

/** Exists when the question has been answered. */
const ASKED = 'models-asked';
const MB = 1_000_000;

/** Resolves with null when the service stops before there is an answer. */
type Ask = (question: string) => Promise<string | null>;

/**
 * Returns the models that the user wants. Returns none without asking when models are installed,
 * downloads are forbidden, or the question was answered before.
 */
export async function askForModels(library: Library, dataDir: string, ask: Ask): Promise<string[]> {
  const marker = join(dataDir, ASKED);
  const { usable } = await library.installed();
  if (library.offline || usable.length > 0 || existsSync(marker)) return [];
  const { hearing, understanding } = recommendedModels(library);
  if (hearing.length === 0) return [];
  const both = [...hearing, ...understanding];
  const answer = await ask(
    [
      '',
      'Models on this machine make it better; nothing leaves it.',
      `  h  hear better: ${sizeOf(hearing)}, licences ${licencesOf(hearing)}`,
      ...(understanding.length > 0
        ? [`  b  hear and understand better: ${sizeOf(both)}, licences ${licencesOf(both)}`]
        : []),
      '  n  neither; `commonplace models pull` fetches them later',
      'Fetch and accept the licences? [h/b/N] ',
    ].join('\n'),
  );
  if (answer === null) return [];
  writeFileSync(marker, '');
  const wanted = { h: hearing, b: both }[answer.trim().toLowerCase()[0] ?? ''] ?? [];
  return wanted.map(({ id }) => id);
}

/** Asks at the terminal of this process; returns null when `signal` aborts. */
export async function askAtTerminal(question: string, signal: AbortSignal): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The terminal sends Ctrl-C to `lines` and not to the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question(question, { signal }).catch(() => null);
  } finally {
    lines.close();
  }
}

function sizeOf(entries: readonly ModelEntry[]): string {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return bytes < 1_000 * MB
    ? `${Math.ceil(bytes / MB)} MB`
    : `${(bytes / 1_000 / MB).toFixed(1)} GB`;
}

function licencesOf(entries: readonly ModelEntry[]): string {
  return [...new Set(entries.map(({ licence }) => licence.name))].join(', ');
}
