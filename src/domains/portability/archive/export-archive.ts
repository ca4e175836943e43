/** Writes everything that a user owns into one archive. */
import type { Readable } from 'node:stream';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { readPages, readRowsOf } from '../../../storage/archive/rows.ts';
import type { Row } from '../../../storage/archive/rows.ts';
import { ArchiveWriter } from '../../../storage/archive/write.ts';
import { packZip } from '../../../storage/archive/zip.ts';
import { readPieces } from '../../recordings/sound-reading.ts';
import { readPictures } from '../../recordings/photos.ts';
import { photoFile, SETTINGS, soundFile, VOICE } from './format.ts';
import { readableConversation, readableMemory, pageName, README, taskLine } from './readable.ts';
import type { Names } from './readable.ts';
import { describeKinds, outward } from './records/described.ts';
import type { DescribedKind } from './records/described.ts';
import { fileNameOf } from './records/kind.ts';
import { readSettings } from './settings.ts';

/** The number of records that are read at once. Conversations may have thousands of segments. */
const PAGE = 500;
const PAGE_OF_CONVERSATIONS = 20;
/** The number of photos that are listed at once. */
const PHOTOS = 8;

/**
 * Returns the archive as a stream. Records are read while it is sent, so an export does not stop
 * other work, and a record that changes meanwhile is as it was when it was read.
 */
export function exportArchive(context: Context): Readable {
  const archive = new ArchiveWriter(packZip());
  write(context, archive).catch((error: Error) => archive.output.destroy(error));
  return archive.output;
}

async function write(context: Context, archive: ArchiveWriter): Promise<void> {
  const user_id = userOf(context);
  const settings = await readSettings(context.db, user_id);
  await archive.begin('commonplace-account');
  await archive.addText('README.md', README, { isListed: false });
  await archive.addJson(SETTINGS, settings);
  const kinds = await describeKinds(context.db);
  for (const kind of kinds) await writeKind(context, archive, kind);
  const kindNamed = (name: string) => kinds.find((kind) => kind.name === name)!;
  await writeFiles(context, archive, kindNamed);
  await writePages(context, archive, { owner: settings.name, kindNamed });
  await archive.end();
}

async function writeKind(
  context: Context,
  archive: ArchiveWriter,
  kind: DescribedKind,
): Promise<void> {
  let rows = 0;
  const lines = async function* () {
    for await (const page of pagesOf(context, kind)) {
      rows += page.length;
      const text = page.map((row) => `${JSON.stringify(outward(row, kind))}\n`).join('');
      yield Buffer.from(text);
    }
  };
  await archive.add(fileNameOf(kind), lines(), { countRows: () => rows });
}

/** Yields the records of a kind with the records that belong to them. */
async function* pagesOf({ db, ...context }: Context, kind: DescribedKind): AsyncGenerator<Row[]> {
  const user_id = userOf(context);
  const size = kind.children.length > 0 ? PAGE_OF_CONVERSATIONS : PAGE;
  for await (const page of readPages(db, user_id, kind, size)) {
    const nested = new Map<string, Map<unknown, Row[]>>();
    for (const child of kind.children) {
      const { field, parent, type, columns, key } = child;
      const stored = { ...child, columns: [parent, ...columns], key: [parent, ...key] };
      const values = page.map(({ id }) => id);
      const rows = await readRowsOf(db, user_id, stored, { column: parent, values, type });
      const shaped = rows.map((row) => [row[parent], outward(row, child)] as const);
      const groups = Map.groupBy(shaped, ([id]) => id);
      nested.set(field, new Map([...groups].map(([id, rows]) => [id, rows.map(([, row]) => row)])));
    }
    yield page.map((row) => {
      const children = [...nested].map(([field, groups]) => [field, groups.get(row['id']) ?? []]);
      const whole: Row = { ...row, ...Object.fromEntries(children) };
      return kind.outgoing ? kind.outgoing(whole) : whole;
    });
  }
}

type KindNamed = (name: string) => DescribedKind;

/** Sound, photos and the recording of the user's voice, each in a file. */
async function writeFiles(
  context: Context,
  archive: ArchiveWriter,
  kindNamed: KindNamed,
): Promise<void> {
  const { db } = context;
  const user_id = userOf(context);
  for await (const page of readPages(db, user_id, kindNamed('sound'), PAGE)) {
    for (const { id } of page) {
      const pieces = readPieces(context, id as string);
      await archive.add(soundFile(id as string), pieces, { isCompressed: true });
    }
  }
  const photos = { ...kindNamed('photos'), columns: ['id', 'conversation_id'] };
  for await (const page of readPages(db, user_id, photos, PHOTOS)) {
    for (const { id, conversation_id } of page) {
      const of = { conversation_id: conversation_id as string, photo_id: id as string };
      const data = (await readPictures(context, of)).get(of.photo_id);
      // A photo that the store has lost stays a record, whose file is empty.
      await archive.addText(photoFile(of.photo_id), data ?? '', { isCompressed: true });
    }
  }
  const voice = { ...kindNamed('speech-profile'), columns: ['id', 'audio'] };
  for await (const page of readPages(db, user_id, voice, 1)) {
    for (const { audio } of page) await archive.addText(VOICE, audio as Buffer);
  }
}

async function writePages(
  context: Context,
  archive: ArchiveWriter,
  { owner, kindNamed }: { owner: string; kindNamed: KindNamed },
): Promise<void> {
  const people = new Map<string, string>();
  const named = { ...kindNamed('people'), columns: ['id', 'name'] };
  for await (const page of readPages(context.db, userOf(context), named, PAGE)) {
    for (const { id, name } of page) people.set(id as string, name as string);
  }
  const names: Names = { owner, people };
  const text = async function* (kind: DescribedKind, title: string, lineOf: (row: Row) => string) {
    yield Buffer.from(`# ${title}\n\n`);
    for await (const page of pagesOf(context, kind)) yield Buffer.from(page.map(lineOf).join(''));
  };
  const add = (name: string, content: AsyncIterable<Buffer>) =>
    archive.add(name, content, { isListed: false });
  await add('memories.md', text(kindNamed('memories'), 'Memories', readableMemory));
  await add('action-items.md', text(kindNamed('action-items'), 'Tasks', taskLine));
  for await (const page of pagesOf(context, kindNamed('conversations'))) {
    for (const row of page) {
      const text = readableConversation(row, names);
      await archive.addText(pageName(row), text, { isListed: false });
    }
  }
}
