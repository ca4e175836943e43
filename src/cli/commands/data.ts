import { createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccountImport } from '../../../client/src/index.ts';
import { command, CommandInterrupted, Usage } from '../command.ts';
import type { CommandContext } from '../command.ts';
import { LIMIT, listOption, textOption } from '../options.ts';
import { pairs } from '../output-lines.ts';
import { table } from '../table.ts';

const LOOK_AGAIN_MS = 500;

type SearchKind = 'conversation' | 'memory' | 'action_item' | 'person' | 'folder';

export const dataCommands = [
  command({
    words: 'search',
    summary: 'search everything',
    places: ['query'],
    options: {
      ...LIMIT(50),
      kinds: listOption('conversation, memory, action_item, person or folder; may be repeated.'),
    },
    run: ({ client }, { kinds, ...input }) =>
      client.searchEverything({ ...input, ...(kinds && { kinds: kinds as SearchKind[] }) }),
    show: ({ items }, when) =>
      table(items, {
        KIND: ({ kind }) => kind,
        ID: ({ id }) => id,
        TIME: ({ at }) => (at ? when(at) : ''),
        FOUND: ({ title, snippet }) => snippet.text || title,
      }),
  }),
  command({
    words: 'stats',
    summary: 'count what is stored',
    run: ({ client }) => client.getStatistics({}),
    show: pairs,
  }),
  command({
    words: 'watch',
    summary: 'print changes as they happen, a line of JSON each, until Ctrl-C',
    options: { kinds: textOption('Only these, comma-separated, such as memory,action_item.') },
    run: async ({ client, terminal }, input) => {
      const { signal } = terminal;
      try {
        for await (const { type, value } of client.watchEvents(input, { signal })) {
          if (type !== 'position') terminal.print(JSON.stringify({ type, ...value }));
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return null;
    },
    show: () => '',
  }),
  command({
    words: 'export',
    summary: 'save everything of your account in one archive; - writes to standard output',
    places: ['file'],
    run: saveArchive,
    show: ({ file }) => (file === '-' ? '' : `Saved ${file}.`),
  }),
  command({
    words: 'import',
    summary: 'read an archive, an export of another service or a transcript',
    places: ['file'],
    run: importFile,
    show: importPage,
  }),
  command({
    words: 'calendar make',
    summary: 'make the secret address of your calendar; ends an earlier one',
    run: ({ session }) => session.makeCalendarAddress({}),
    show: ({ url }) => `${url}\nThe address is shown only now.`,
  }),
  command({
    words: 'calendar status',
    summary: 'show if your calendar has a secret address',
    run: ({ session }) => session.getCalendarAddress({}),
    show: ({ created_at }, when) =>
      created_at ? `There is an address since ${when(created_at)}.` : 'There is no address.',
  }),
  command({
    words: 'calendar end',
    summary: 'end the secret address of your calendar',
    run: ({ session }) => session.endCalendarAddress({}),
    show: () => 'The address has ended.',
  }),
];

/** The file gets its name when it is complete. */
async function saveArchive(
  { session, terminal }: CommandContext,
  { file }: { file: string },
): Promise<{ file: string }> {
  const archive = await session.exportAccount({}, { signal: terminal.signal });
  const content = Readable.fromWeb(archive as WebStream);
  if (file === '-') {
    await pipeline(content, process.stdout);
    return { file };
  }
  const part = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandInterrupted(`The archive was not saved: ${(error as Error).message}`);
  }
  return { file };
}

async function importFile(
  { session, terminal }: CommandContext,
  { file: path }: { file: string },
): Promise<AccountImport> {
  if (!existsSync(path)) throw new Usage(`There is no file ${path}.`);
  const file = new File([await openAsBlob(path)], basename(path));
  let state = await session.startImport({ file });
  while (state.status === 'running') {
    await wait(LOOK_AGAIN_MS, null, { signal: terminal.signal });
    state = await session.getImport({ import_id: state.id });
  }
  if (state.status === 'failed') throw new Usage(state.problem ?? 'The import failed.');
  return state;
}

function importPage({ format, report }: AccountImport): string {
  const counts = report.kinds.map(
    ({ kind, created, unchanged, refused }) =>
      `${kind}: ${created} new, ${unchanged} here already, ${refused} did not fit`,
  );
  const problems = report.problems.map(({ where, message }) => `${where}: ${message}`);
  const ignored = report.ignored.length > 0 ? [`Not read: ${report.ignored.join(', ')}`] : [];
  return [`Imported (${format ?? 'unknown'}).`, ...counts, ...problems, ...ignored].join('\n');
}
