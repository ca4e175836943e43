import { openDatabase } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import type { Start } from './start.ts';

const MIB = 1024 * 1024;

/**
 * Opens the database. This file loads little code, so that the database opens while the rest of the
 * code loads. Loading keeps this thread busy, so it must wait for `begun`: then the thread of the
 * database runs, or the database is open, or it has failed.
 */
export function beginOpening({ config: { storage }, stack, log, progress }: Start): {
  opening: Promise<Database>;
  begun: Promise<unknown>;
} {
  progress(storage.databaseUrl ? 'Connecting to PostgreSQL' : 'Opening the database');
  const thread = Promise.withResolvers<void>();
  const opening = openDatabase({
    url: storage.databaseUrl,
    folder: storage.dataDir,
    minFreeBytes: storage.minFreeMib * MIB,
    maxConnections: storage.databaseConnections,
    log,
    onThread: thread.resolve,
  });
  // Registered at once, because startup may fail while the database opens.
  stack.defer(async () => {
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') await opened.value[Symbol.asyncDispose]();
  });
  return { opening, begun: Promise.race([thread.promise, opening]) };
}
