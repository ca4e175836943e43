/** Runs imports in the background of the process that received their files. */
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import * as sql from './imports.sql.ts';
import type { ImportRow } from './imports.sql.ts';
import { importFile } from './import-file.ts';
import { Report } from './report.ts';
import { UnfitFile } from './unfit-file.ts';

/** A running import writes a sign of life this often. */
const PROGRESS_MS = 2_000;

export class Importer implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #folder: string;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: Parts, folder: string) {
    this.#parts = parts;
    this.#folder = folder;
  }

  /** Continues the imports that an earlier process did not end. */
  async resume(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!UUID.test(name)) continue;
      const row = await sql.selectRunning(this.#parts.db, name);
      if (row) this.start(row);
      else await rm(this.#pathOf(name), { force: true });
    }
  }

  /** Moves an uploaded file to the place where the next process finds it. */
  async take(path: string, id: string): Promise<void> {
    await rename(path, this.#pathOf(id)).catch(async (error: NodeJS.ErrnoException) => {
      // The folder for uploads may be on another file system.
      if (error.code !== 'EXDEV') throw error;
      await copyFile(path, this.#pathOf(id));
    });
  }

  async drop(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
  }

  start(row: ImportRow): void {
    const running = this.#run(row)
      .catch((err: unknown) => this.#parts.log.error({ err, user_id: row.user_id }, 'import'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #run(row: ImportRow): Promise<void> {
    const { user_id, id } = row;
    const context = behindWall({ ...this.#parts, actor: { kind: 'job', user_id }, ip: null });
    const { db, clock } = context;
    const report = new Report(row.report);
    let { format } = row;
    const end = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, end.signal]);
    const alive = this.#showLife(signal, () =>
      sql.updateProgress(db, row, { format, now: clock.now() }),
    );
    let problem: string | null = null;
    try {
      await importFile({
        context,
        path: this.#pathOf(id),
        fileName: row.file_name,
        report,
        save: (tx, report) => sql.updateReport(tx, row, report),
        signal: this.#stop.signal,
        recognised: (name) => (format = name),
      });
    } catch (error) {
      // The next process goes on.
      if (this.#stop.signal.aborted) return;
      problem = this.#sentenceOf(error, context);
    } finally {
      end.abort();
      await alive;
    }
    const result = { format, report: report.toJSON(), problem, now: clock.now() };
    await sql.finishImport(db, row, result);
    context.changed(user_id);
    await this.drop(id);
  }

  async #showLife(signal: AbortSignal, show: () => Promise<unknown>): Promise<void> {
    try {
      for await (const _ of every(PROGRESS_MS, undefined, { signal, ref: false })) {
        await show().catch((err: unknown) =>
          this.#parts.log.warn({ err }, 'progress of an import'),
        );
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #sentenceOf(error: unknown, { log }: Context): string {
    if (error instanceof UnfitFile || error instanceof ServiceError) return error.message;
    log.error({ err: error }, 'an import failed');
    return 'Something went wrong on our side. Import the file again: it goes on where it stopped.';
  }

  #pathOf(id: string): string {
    return join(this.#folder, id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}
