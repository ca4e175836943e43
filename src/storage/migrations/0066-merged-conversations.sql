-- Each note that is typed into a talk asks into which conversation the talk was merged.
CREATE INDEX conversations_merged ON conversations (user_id) WHERE external_data ? 'merged_from';
