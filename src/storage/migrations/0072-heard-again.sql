-- The version before runs: it leaves the new column alone, and keeps apart what the new keys keep apart.

-- The conversations that told a fact again, with the words of each; the newest last.
ALTER TABLE memories ADD COLUMN heard_again jsonb NOT NULL DEFAULT '[]';

-- From now on, capitals count in words such as "aB3xQ", as `codesIn` in src/engines/facts/written-case.ts finds them.
UPDATE memories AS m SET content_key = sha256(m.content_key || convert_to(found.codes, 'UTF8'))
FROM (
  SELECT user_id, id, (
    SELECT string_agg(word[1], ' ' ORDER BY place)
    FROM regexp_matches(normalize(content, NFKC), '[A-Za-z0-9]+', 'g') WITH ORDINALITY AS written (word, place)
    WHERE word[1] !~ '^([A-Z]?[a-z]*|[a-z0-9]*)$'
  ) AS codes
  FROM memories
) AS found
WHERE found.user_id = m.user_id AND found.id = m.id AND found.codes IS NOT NULL;
