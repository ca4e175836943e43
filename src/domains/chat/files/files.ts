/** Files that the user adds to the chat. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { NotFound, TooLarge, Unrecognised } from '../../../core/errors.ts';
import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';
import { CreatedAt, UUID } from '../../../core/wire.ts';
import type { Describer } from '../../../engines/understanding/describer.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context, Parts } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { FileOnDisk, severalUploaded } from '../../../kit/upload.ts';
import { transaction } from '../../../storage/transaction.ts';
import * as sql from './files.sql.ts';
import type { ChatFileRow, NamedFile } from './files.sql.ts';

const MIB = 1024 * 1024;

/** The maximum number of files in a message. */
export const MAX_FILES = 10;
const LONGEST_TEXT = 200_000;
const DESCRIBING_MS = 60_000;
const PICTURE = /^image\/(?:jpeg|png|webp|gif)$/;

export const ChatFile = z
  .object({
    id: z.string().describe('The id of the file.'),
    name: z.string().describe('The name of the file.'),
    mime_type: z.string().describe('The media type of the file.'),
    thumbnail: z.null().describe('Always null, for clients of the reference service.'),
    openai_file_id: z.null().describe('Always null, for clients of the reference service.'),
    created_at: CreatedAt,
  })
  .meta({ id: 'ChatFile' });

export interface FileParts {
  /** Describes photos; null when no model can do this. */
  describer: Describer | null;
  /** The maximum size of each user's files, in MiB. */
  maxMib: number;
}

export function addFilesOperation(parts: FileParts) {
  return defineOperation({
    name: 'addChatFiles',
    summary: 'Add files for the chat to read',
    description:
      'Takes text of any kind (plain, Markdown, CSV, JSON …), and photos if the service ' +
      'has a model that describes them. The chat reads a file only for messages with its ' +
      'id in `file_ids`. The service deletes a file with the last message that uses ' +
      'it, and an unused file after a day. Send at most ten files at once, each in a part ' +
      '`files`. If the service cannot read a file, it stores none of them.',
    scope: null,
    effect: 'write',
    waits: true,
    input: z.object({ files: severalUploaded(FileOnDisk, MAX_FILES) }),
    output: z.array(ChatFile),
    run: async (context, { files }) => {
      const rows: ChatFileRow[] = [];
      for (const file of files) {
        rows.push({
          user_id: userOf(context),
          id: context.newId(),
          name: file.name || 'file',
          mime_type: file.content_type,
          content: await contentOf(file, parts.describer),
          created_at: context.clock.now(),
        });
      }
      await keep(context, rows, parts.maxMib);
      return rows.map(fileView);
    },
  });
}

async function keep(context: Context, rows: readonly ChatFileRow[], maxMib: number): Promise<void> {
  const user_id = userOf(context);
  const more = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  await transaction(context.db, async (tx) => {
    await sql.lockFiles(tx, user_id);
    if ((await sql.selectBytesOfFiles(tx, user_id)) + more > maxMib * MIB) {
      throw new TooLarge(
        `The files of your chats may take up to ${maxMib} MiB. Clear or delete a chat to free space.`,
      );
    }
    await sql.insertFiles(tx, rows);
  });
}

/** Returns the files in the order of their ids. Throws NotFound when a file does not exist. */
export async function findFiles(context: Context, ids: readonly string[]): Promise<ChatFileRow[]> {
  if (ids.length === 0) return [];
  const rows = ids.every((id) => UUID.test(id))
    ? await sql.selectFiles(context.db, userOf(context), ids)
    : [];
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id.toLowerCase());
    if (!row) throw new NotFound('File not found');
    return row;
  });
}

export function fileView({ id, name, mime_type, created_at }: NamedFile): z.input<typeof ChatFile> {
  return {
    id,
    name,
    mime_type,
    thumbnail: null,
    openai_file_id: null,
    created_at: created_at.toISOString(),
  };
}

async function contentOf(file: FileOnDisk, describer: Describer | null): Promise<string> {
  const { content_type, name, path } = file;
  const bytes = await readFile(path);
  if (PICTURE.test(content_type)) {
    if (!describer)
      throw new Unrecognised('Photos need a vision model (SVC_LLM_VISION_MODEL) on this service.');
    const signal = AbortSignal.timeout(DESCRIBING_MS);
    return (await describer.describe({ content_type, data: bytes }, signal)).text;
  }
  const text = textOf(bytes);
  if (text === null) {
    const which = name ? `The file ${name}` : 'This file';
    throw new Unrecognised(`${which} cannot be read. Send text files or photos.`);
  }
  return text.slice(0, LONGEST_TEXT).toWellFormed();
}

/** Returns null when the bytes are not text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const FORGET_EVERY_MS = 3_600_000;
const KEEP_UNUSED_MS = 86_400_000;

/** Deletes chat files after one day, unless a message refers to them. */
export async function deleteUnusedFiles({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> {
  await sql.deleteUnnamedFiles(db, new Date(clock.now().getTime() - KEEP_UNUSED_MS));
}

export function startFileRetention(parts: Parts): Periodic {
  return startPeriodic({
    name: 'retention of chat files',
    everyMs: FORGET_EVERY_MS,
    log: parts.log,
    atOnce: true,
    run: () => deleteUnusedFiles(parts),
  });
}
