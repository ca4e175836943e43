-- What a segment says in other languages: a list of {lang, text}.
ALTER TABLE segments ADD COLUMN translations jsonb NOT NULL DEFAULT '[]';
