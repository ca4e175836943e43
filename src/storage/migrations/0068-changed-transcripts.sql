-- The version before runs: it reads `written` by the names that it knows.

-- From now on, a change of the user to the words or their speakers is noted in `written`. Earlier changes left signs
-- only: a text without times, an assigned person, a speaker who is not the one of the microphone, a number that is
-- missing, a segment that is younger than the next one. A sign may be of the service itself; then nothing is lost but
-- that the kept sound is not heard anew.
UPDATE conversations AS c SET written = c.written || '{transcript}'::text[]
WHERE NOT 'transcript' = ANY (c.written)
  AND EXISTS (SELECT FROM audio_files AS a WHERE a.user_id = c.user_id AND a.conversation_id = c.id)
  AND EXISTS (
    SELECT FROM (
      SELECT id, words, person_id, is_user, speaker_id, voice_verdict,
        lag(id) OVER (ORDER BY start_seconds, id) AS id_before,
        dense_rank() OVER (ORDER BY speaker_id) AS number
      FROM segments AS s
      WHERE s.user_id = c.user_id AND s.conversation_id = c.id AND s.stt_provider IS NOT NULL
    ) AS heard
    WHERE words = '[]' OR person_id IS NOT NULL OR id < id_before OR number <> speaker_id + 1
      OR voice_verdict IS NULL AND is_user <> (speaker_id = 0));
