/** Sound and photos as they are in the database before they move to the store for files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TestService } from '../../testing/start-service.ts';
import { appendAudio } from './audio.ts';

/** The bytes of a piece of sound. */
export const PIECE = 70_000;

export async function makeConversation({ owner }: TestService): Promise<string> {
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'It rains.', start: 0, end: 4, is_user: true }],
    started_at: '2026-03-02T10:00:00Z',
  });
  return body.id;
}

/** Keeps a piece of sound, in the file `id`, and returns its bytes. */
export async function keepSound(
  { service, owner }: TestService,
  conversation_id: string,
  {
    id,
    place = 0,
    started_at = new Date(Date.now() - 3_600_000),
  }: { id: string; place?: number; started_at?: Date },
): Promise<Buffer> {
  const data = randomBytes(PIECE);
  const piece = { channel: 0, started_at, seconds: 5, place, data, peaks: Buffer.from([1]) };
  const of = { user_id: owner.id, audio_id: id, conversation_id };
  assert.ok(await appendAudio(service.parts.db, { ...of, ...piece }));
  return data;
}

export async function addPhoto(
  { service: { parts }, owner }: TestService,
  conversation_id: string,
  id: string,
  data: Buffer,
): Promise<void> {
  const { db } = parts;
  const photo = {
    id,
    content_type: 'image/png',
    created_at: '2026-03-02T10:00:00Z',
    description: null,
    discarded: false,
  };
  await sql`
    UPDATE conversations SET photos = ${JSON.stringify([photo])} WHERE id = ${conversation_id}
  `.execute(db);
  await sql`
    INSERT INTO photo_files (user_id, id, conversation_id, data)
    VALUES (${owner.id}, ${id}, ${conversation_id}, ${data})
  `.execute(db);
}

export async function hearSound(
  { service, owner }: TestService,
  conversation_id: string,
  { id, range }: { id: string; range?: string | undefined },
) {
  const headers = { Authorization: `Bearer ${owner.token}`, ...(range && { Range: range }) };
  const url = `${service.url}/v1/conversations/${conversation_id}/audio/${id}`;
  const answer = await fetch(url, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

/** Returns how many bytes of a file of sound are in the database. */
export async function countBytes({ service }: TestService, id: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(length(data)), 0)::int AS bytes FROM audio_pieces WHERE audio_id = ${id}
  `.execute(service.parts.db);
  return rows[0]!.bytes;
}
