-- Meetings of calendars that the user connected (CalDAV). A meeting that repeats has a row for each time.
CREATE TABLE meetings (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Made of the connection, the calendar, the UID and the time in the series, so it stays when the meeting is moved.
  id            uuid NOT NULL,
  connection_id uuid NOT NULL,
  calendar      text NOT NULL,
  -- The address of the entry in the calendar.
  entry         text NOT NULL,
  title         text NOT NULL,
  start_at      timestamptz NOT NULL,
  end_at        timestamptz NOT NULL,
  -- The first and the last day, `2026-12-24`, of a meeting of whole days.
  first_day     text,
  last_day      text,
  place         text NOT NULL,
  attendees     jsonb NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, connection_id) REFERENCES connections (user_id, id) ON DELETE CASCADE
);
CREATE INDEX meetings_by_start ON meetings (user_id, start_at);
CREATE INDEX meetings_by_entry ON meetings (user_id, connection_id, entry);

-- The meeting in which a conversation took place, and the title that the conversation took from it.
CREATE TABLE meeting_conversations (
  user_id         text NOT NULL,
  conversation_id uuid NOT NULL,
  meeting_id      uuid NOT NULL,
  title           text NOT NULL,
  PRIMARY KEY (user_id, conversation_id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, meeting_id) REFERENCES meetings (user_id, id) ON DELETE CASCADE
);
CREATE INDEX meeting_conversations_by_meeting ON meeting_conversations (user_id, meeting_id);

-- The entries of the calendars as they were last read.
CREATE TABLE calendar_entries (
  user_id       text NOT NULL,
  connection_id uuid NOT NULL,
  calendar      text NOT NULL,
  href          text NOT NULL,
  etag          text NOT NULL,
  -- True until the entry is read with this tag.
  is_pending    boolean NOT NULL,
  -- Entries that repeat are read again, because the window of time moves.
  repeats       boolean NOT NULL DEFAULT false,
  -- The reason why the entry was left out.
  problem       text,
  PRIMARY KEY (user_id, connection_id, href),
  FOREIGN KEY (user_id, connection_id) REFERENCES connections (user_id, id) ON DELETE CASCADE
);
CREATE INDEX calendar_entries_pending ON calendar_entries (user_id, connection_id) WHERE is_pending;

-- The tasks that were written into a list of the user.
CREATE TABLE calendar_tasks (
  user_id       text NOT NULL,
  connection_id uuid NOT NULL,
  task_id       uuid NOT NULL,
  href          text NOT NULL,
  etag          text NOT NULL,
  -- The task as both sides had it last.
  agreed        jsonb NOT NULL,
  -- True when it was deleted in the list. It stays here and is not written again.
  is_gone       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, connection_id, task_id),
  FOREIGN KEY (user_id, connection_id) REFERENCES connections (user_id, id) ON DELETE CASCADE
);
