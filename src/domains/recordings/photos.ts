import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { defineJob } from '../../core/job.ts';
import type { Describer } from '../../engines/understanding/describer.ts';
import { work } from '../../kit/work.ts';
import type { Work } from '../../kit/work.ts';
import { transaction } from '../../storage/transaction.ts';
import { selectConversation } from '../conversations/conversations.ts';
import { updatePhoto, updatePhotos } from '../conversations/photos.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { WholePhoto } from '../conversations/photo.ts';
import type { Photo } from '../conversations/photo.ts';
import * as sql from './photos.sql.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';

/** The number of pictures that are read from the store at a time. */
const READERS = 8;

export const getPhotos = defineOperation({
  name: 'getPhotos',
  summary: 'List the photos of a conversation',
  description: 'Returns the photos with their pictures, in the order in which they were taken.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: z.array(WholePhoto),
  run: async (context, { conversation_id }) => {
    const { photos } = await findConversation(context, conversation_id);
    const pictures = await readPictures(context, { conversation_id });
    return (photos as Photo[]).map((photo) => ({
      ...photo,
      base64: pictures.get(photo.id)?.toString('base64') ?? '',
      data_protection_level: 'standard' as const,
    }));
  },
});

export const describePhoto = defineJob({
  name: 'photo.describe',
  payload: z.object({ user_id: z.string(), conversation_id: z.string(), photo_id: z.string() }),
  retryLimit: 5,
  retryDelaySeconds: 1,
  timeoutSeconds: 120,
});

export const photoDescribed = defineEvent({
  name: 'photo.described',
  payload: z.object({ conversation_id: z.string(), photo_id: z.string() }),
});

/**
 * Stores a new picture with the live recording. If a model describes photos, also queues the
 * description. Returns false when the recording is not live.
 */
export async function addPhoto(
  context: Context,
  conversation_id: string,
  {
    id,
    content_type,
    data,
    describe,
  }: { id: string; content_type: string; data: Uint8Array; describe: boolean },
): Promise<boolean> {
  const user_id = userOf(context);
  const created_at = context.clock.now().toISOString();
  const photo = { id, content_type, created_at, description: null, discarded: false };
  return transaction(context.db, async (tx) => {
    const added = await sql.insertPhoto(tx, user_id, { conversation_id, photo, data });
    if (added && describe) {
      const payload = { user_id, conversation_id, photo_id: id };
      await context.jobs.enqueue(tx, describePhoto, payload);
    }
    return added;
  });
}

/** Returns a photo of a conversation; null when it was deleted. */
export async function photoOf(
  context: Context,
  { conversation_id, photo_id }: { conversation_id: string; photo_id: string },
): Promise<Photo | null> {
  const row = await selectConversation(context.db, userOf(context), conversation_id);
  return ((row?.photos ?? []) as Photo[]).find(({ id }) => id === photo_id) ?? null;
}

/** Reads the pictures of a conversation, or of one photo. One that the store lost is left out. */
export async function readPictures(
  { db, files, ...context }: Context,
  of: { conversation_id: string; photo_id?: string },
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  const waiting = await sql.selectPhotoFiles(db, userOf(context), of);
  const readNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const data = next.object ? await files.read(next.object) : next.data;
      if (data) pictures.set(next.id, data);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readNext));
  return pictures;
}

/** Describes a photo and stores the description. A repeated run is harmless. */
export function describingWork(describer: Describer): Work {
  return work(describePhoto, async (context, payload, { signal }) => {
    const { conversation_id, photo_id } = payload;
    const user_id = userOf(context);
    const photo = await photoOf(context, payload);
    const data = (await readPictures(context, payload)).get(photo_id);
    if (!photo || !data) return;
    const { text, worthless } = await describer.describe({ ...photo, data }, signal);
    const description = new Secrets().mask(text);
    await transaction(context.db, async (tx) => {
      const seen = { conversation_id, photo_id, description, discarded: worthless };
      if (!(await updatePhoto(tx, user_id, seen))) return;
      await context.outbox.emit(tx, photoDescribed, {
        user_id,
        payload: { conversation_id, photo_id },
      });
    });
  });
}

/** Moves the photos of merged conversations to the resulting conversation. */
export async function movePhotos(
  context: Context,
  { from, to, photos }: { from: readonly string[]; to: string; photos: readonly unknown[] },
): Promise<void> {
  if (photos.length === 0) return;
  await sql.movePhotoFiles(context.db, userOf(context), { from, to });
  await updatePhotos(context.db, userOf(context), to, photos);
}
