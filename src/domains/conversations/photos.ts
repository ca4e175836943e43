import { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { WholePhoto } from './photo.ts';
import type { Photo } from './photo.ts';
import * as sql from './photos.sql.ts';
import { findConversation } from './settled.ts';

export const getPhotos = defineOperation({
  name: 'getPhotos',
  summary: 'The photos of a conversation',
  description: 'With the pictures, in the order they were taken; an empty list without any.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: z.array(WholePhoto),
  run: async (context, { conversation_id }) => {
    const { photos } = await findConversation(context, conversation_id);
    const files = await sql.selectPhotoFiles(context.db, userOf(context), conversation_id);
    return (photos as Photo[]).map((photo) => ({
      ...photo,
      base64: files.get(photo.id)!.toString('base64'),
      data_protection_level: 'standard' as const,
    }));
  },
});

/** Keeps a picture that was just taken with the live recording; false when that is not live. */
export async function addPhoto(
  context: Context,
  conversation_id: string,
  { id, content_type, data }: { id: string; content_type: string; data: Uint8Array },
): Promise<boolean> {
  const created_at = context.clock.now().toISOString();
  const photo = { id, content_type, created_at, description: null, discarded: false };
  return sql.insertPhoto(context.db, userOf(context), { conversation_id, photo, data });
}
