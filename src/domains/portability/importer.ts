/** Runs imports in the background of the process that received their files. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import { moveFile } from '../../storage/waiting/move-file.ts';
import { fetchFile } from '../../storage/waiting/pieces.ts';
import type { WaitingFile } from '../../storage/waiting/rows.ts';
import * as sql from './imports.sql.ts';
import type { ImportRow } from './imports.sql.ts';
import { importFile } from './import-file.ts';
import { Report } from './report.ts';
import { UnfitFile } from '../../core/errors.ts';

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

  /** Continues the imports that an earlier process on this disk did not end. */
  async resume(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => UUID.test(name));
    const elsewhere = new Set(await this.#parts.waiting?.reclaim(names));
    for (const name of names) {
      if (elsewhere.has(name)) {
        await rm(this.#pathOf(name), { force: true });
        continue;
      }
      const row = await sql.selectRunning(this.#parts.db, name);
      if (row) this.start(row);
      else await rm(this.#pathOf(name), { force: true });
    }
  }

  /** Continues an import whose process has vanished with its disk. */
  async adopt(file: WaitingFile): Promise<void> {
    const row = await sql.selectRunning(this.#parts.db, file.id);
    if (!row) return this.drop(file.id);
    await fetchFile(this.#parts, file, () => this.#pathOf(file.id));
    this.start(row);
  }

  /** Moves an uploaded file to the place where the next process finds it, on this disk or another. */
  async take(path: string, { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>): Promise<void> {
    const source = this.#pathOf(id);
    try {
      await moveFile(path, source);
      const file = { user_id, id, kind: 'import' as const, about: {} };
      await this.#parts.waiting?.put({ ...file, path: 'file', source });
    } catch (error) {
      await this.drop(id).catch(() => {});
      throw error;
    }
  }

  async drop(id: string): Promise<void> {
    const erase = () => rm(this.#pathOf(id), { force: true });
    await (this.#parts.waiting?.remove(id, erase) ?? erase());
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
