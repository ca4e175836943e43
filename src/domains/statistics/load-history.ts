import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Sample, Vitals } from './vitals.ts';

const EVERY_MS = 60_000;

const History = z.array(
  z.object({
    at: z.coerce.date(),
    requests: z.int(),
    p50_ms: z.number(),
    p95_ms: z.number(),
    words_behind_seconds: z.number(),
    stored_bytes: z.number().nullable(),
  }),
);

/**
 * Measures the load every minute, and keeps its history in a file, so that the charts of the
 * operator continue after a restart.
 */
export async function keepLoadHistory(
  vitals: Vitals,
  { file, log, measure }: { file: string; log: Log; measure: () => Promise<Sample> },
): Promise<AsyncDisposable> {
  vitals.restore(await readHistory(file));
  const store = async () => {
    await writeFile(`${file}.new`, JSON.stringify(vitals.history));
    await rename(`${file}.new`, file);
  };
  const measureAndStore = async () => {
    vitals.noteSample(await measure());
    await store();
  };
  const measuring = startPeriodic({
    name: 'measuring the load',
    everyMs: EVERY_MS,
    atOnce: true,
    log,
    run: () =>
      measureAndStore().catch((err: unknown) => log.warn({ err }, 'the load is not measured')),
  });
  return {
    async [Symbol.asyncDispose]() {
      await measuring[Symbol.asyncDispose]();
      vitals.close();
      await store().catch((err: unknown) =>
        log.warn({ err }, 'the history of the load is not stored'),
      );
    },
  };
}

/** A file that is missing or damaged is an empty history. */
async function readHistory(file: string): Promise<z.output<typeof History>> {
  try {
    return History.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return [];
  }
}
