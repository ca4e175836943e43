import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { CreatedAt, Timestamp, UUID, limit } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { FileOnDisk, uploaded } from '../../kit/upload.ts';
import type { Readable } from 'node:stream';
import { dayOf } from '../accounts/day-bounds.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { exportArchive } from './archive/export-archive.ts';
import * as sql from './imports.sql.ts';
import type { ImportRow } from './imports.sql.ts';
import type { Importer } from './importer.ts';
import { ImportReport, Report } from './report.ts';

const MAX_KEPT = 50;
/** A running import that wrote nothing for this long has died with its process. */
const DEAD_MS = 60_000;

const AccountImport = z
  .object({
    id: z.string().describe('The id of the import.'),
    file_name: z.string().describe('The name of the uploaded file.'),
    size: z.int().describe('The size in bytes.'),
    format: z
      .string()
      .nullable()
      .describe('The service recognises it by the contents; null until then.')
      .meta({ examples: ['commonplace'] }),
    status: z.enum(['running', 'completed', 'failed']).describe('The state of the import.'),
    problem: z
      .string()
      .nullable()
      .describe(
        'The reason why the import failed, with file and line; null otherwise. Stored records stay.',
      ),
    report: ImportReport,
    created_at: CreatedAt,
    finished_at: Timestamp.nullable().describe('The end of the import; null while it runs.'),
  })
  .meta({ id: 'AccountImport' });

export const exportAccount = defineOperation({
  name: 'exportAccount',
  summary: 'Download everything of the account as one archive',
  description:
    'A zip with JSON Lines for programs, Markdown for people, and kept sound. It contains no ' +
    'keys, passwords and secrets. docs/export.md describes the format.',
  scope: null,
  effect: 'read',
  gate: 'memories',
  input: NoInput,
  output: z.object({
    file_name: z.string(),
    content_type: z.string(),
    content: z.custom<Readable>(),
  }),
  run: async (context) => {
    const day = dayOf(context.clock.now(), await timezoneOf(context));
    return {
      file_name: `commonplace-${day}.zip`,
      content_type: 'application/zip',
      content: exportArchive(context),
    };
  },
});

export function importOperations(importer: Importer) {
  const startImport = defineOperation({
    name: 'startImport',
    summary: 'Import an archive of an account, or a file of another service',
    description:
      'Takes archives of this service, exports of other services, and transcripts; the service ' +
      'recognises the format by the contents. It works in the background: follow it with ' +
      '`getImport`. Records keep their times, and their ids where these are free. The import of a ' +
      'file that is here already changes nothing. A user has one running import.',
    scope: null,
    effect: 'write',
    gate: 'memories',
    waits: true,
    input: z.object({ file: uploaded(FileOnDisk) }).meta({ id: 'ImportForm' }),
    output: AccountImport,
    run: (context, { file }) => start(context, importer, file),
  });

  const listImports = defineOperation({
    name: 'listImports',
    summary: 'List imports, the newest first',
    description: `The service keeps the reports of ${MAX_KEPT} imports.`,
    scope: null,
    effect: 'read',
    input: z.object({ limit: limit({ fallback: 10, max: MAX_KEPT }) }),
    output: z.array(AccountImport),
    run: async (context, { limit }) => {
      await failDead(context);
      return sql.selectImports(context.db, userOf(context), limit);
    },
  });

  const getImport = defineOperation({
    name: 'getImport',
    summary: 'Get the progress or the report of an import',
    scope: null,
    effect: 'read',
    input: z.object({ import_id: z.string() }),
    output: AccountImport,
    run: async (context, { import_id }) => {
      await failDead(context);
      return find(context, import_id);
    },
  });

  return { startImport, listImports, getImport };
}

async function start(
  context: Context,
  importer: Importer,
  file: FileOnDisk,
): Promise<z.input<typeof AccountImport>> {
  const user_id = userOf(context);
  await failDead(context);
  const id = context.newId();
  // The file is in its place before the row, so that a process that dies leaves no row without it.
  await importer.take(file.path, { id, user_id });
  const isNew = await sql.insertImport(context.db, {
    user_id,
    id,
    file_name: file.name.slice(0, 200).toWellFormed().replaceAll('\0', ''),
    size: file.size,
    report: new Report().toJSON(),
    now: context.clock.now(),
  });
  if (!isNew) {
    await importer.drop(id);
    throw new Conflict('Another import of this account is running. Wait for its end.');
  }
  await sql.deleteOldImports(context.db, user_id, MAX_KEPT);
  const row = await find(context, id);
  importer.start(row);
  return row;
}

async function find(context: Context, id: string): Promise<ImportRow> {
  const row = UUID.test(id) ? await sql.selectImport(context.db, userOf(context), id) : undefined;
  if (!row) throw new NotFound('Import not found');
  return row;
}

async function failDead(context: Context): Promise<void> {
  const now = context.clock.now();
  await sql.failDeadImports(context.db, userOf(context), {
    now,
    before: new Date(now.getTime() - DEAD_MS),
    problem: 'The service ended during the import. Import the file again: it goes on.',
  });
}
