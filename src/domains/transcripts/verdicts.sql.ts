import { sql } from 'kysely';
import type { OwnerVerdict } from '../../engines/voices/print.ts';
import type { Db } from '../../storage/database.ts';

/** A segment with the result of its voice check and its speaker number. */
export interface JudgedSegment {
  id: string;
  voice_verdict: OwnerVerdict;
  speaker_id: number;
}

/**
 * Returns the changed segments. A segment that the user has assigned in the meantime keeps its
 * person.
 */
export async function updateVerdicts(
  db: Db,
  { user_id, conversation_id }: { user_id: string; conversation_id: string },
  judged: readonly JudgedSegment[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE segments AS s SET voice_verdict = j.voice_verdict, speaker_id = j.speaker_id,
      is_user = j.voice_verdict = 'owner'
    FROM jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      AS j (id uuid, voice_verdict text, speaker_id int)
    WHERE s.user_id = ${user_id} AND s.conversation_id = ${conversation_id} AND s.id = j.id
      AND s.voice_verdict IS NOT NULL AND s.person_id IS NULL
      AND (s.voice_verdict, s.speaker_id, s.is_user)
        IS DISTINCT FROM (j.voice_verdict, j.speaker_id, j.voice_verdict = 'owner')
    RETURNING s.id
  `.execute(db);
  return rows.map(({ id }) => id);
}
