/** Meetings as a calendar delivers them, and the conversations that are named after them. */
import { Conflict } from '../../core/errors.ts';
import { idFrom } from '../../core/ids.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { reviseNotes } from '../conversations/conversation-changes.ts';
import * as sql from './meetings.sql.ts';
import type { NewMeeting } from './meetings.sql.ts';

/** A meeting as it was read. `key` tells the meetings of an entry apart. */
export type ReadMeeting = Omit<
  NewMeeting,
  'id' | 'connection_id' | 'calendar' | 'entry' | 'updated_at'
> & { key: string };

interface Source {
  connection_id: string;
  calendar: string;
  /** Meetings that ended before are history and stay. */
  since: Date;
}

/** Replaces the meetings of these entries. Returns how many changed. */
export async function storeMeetings(
  context: Context,
  { connection_id, calendar, since }: Source,
  entries: ReadonlyMap<string, readonly ReadMeeting[]>,
): Promise<number> {
  const user_id = userOf(context);
  const updated_at = context.clock.now();
  const rows = [...entries].flatMap(([entry, meetings]) =>
    meetings.map(({ key, ...meeting }): NewMeeting => {
      const id = idFrom(`${connection_id}\n${entry}\n${key}`);
      return { id, connection_id, calendar, entry, ...meeting, updated_at };
    }),
  );
  const kept = rows.map(({ id }) => id);
  const place = { connection_id, entries: [...entries.keys()], since };
  return (
    (await sql.deleteMeetings(context.db, user_id, place, kept)) +
    (await sql.upsertMeetings(context.db, user_id, rows))
  );
}

/** Keeps only the meetings of these calendars. Returns how many were deleted. */
export function keepCalendars(
  context: Context,
  kept: { connection_id: string; calendars: readonly string[] },
): Promise<number> {
  return sql.deleteOtherCalendars(context.db, userOf(context), kept);
}

/**
 * Links the conversations since a time with their meetings, and gives them the titles of these. A
 * title that the user wrote stays. Returns whether there are more.
 */
export async function nameByMeetings(context: Context, since: Date): Promise<boolean> {
  const misplaced = await sql.selectMisplaced(context.db, userOf(context), since);
  let placed = 0;
  for (const found of misplaced) {
    try {
      await transaction(context.db, (tx) => place({ ...context, db: tx }, found));
      placed += 1;
    } catch (error) {
      // It is being processed again, and takes the title at the end.
      if (!(error instanceof Conflict)) throw error;
    }
  }
  return placed > 0 && misplaced.length === sql.MAX_PLACED;
}

async function place(context: Context, { id, meeting_id, title, is_written }: sql.Placed) {
  const user_id = userOf(context);
  if (meeting_id === null || title === null) return sql.deleteMeetingLink(context.db, user_id, id);
  await sql.upsertMeetingLink(context.db, { user_id, conversation_id: id, meeting_id, title });
  if (!is_written) await reviseNotes(context, id, { title });
}

/** Returns the meeting in which a conversation takes place, also when they are not linked yet. */
export async function meetingOf(context: Context, conversation_id: string) {
  return (await sql.selectBest(context.db, userOf(context), conversation_id)) ?? null;
}

/** Links a conversation that takes the title of a meeting itself. */
export async function linkMeeting(
  context: Context,
  conversation_id: string,
  { id: meeting_id, title }: { id: string; title: string },
): Promise<void> {
  const user_id = userOf(context);
  await sql.upsertMeetingLink(context.db, { user_id, conversation_id, meeting_id, title });
}

/** Returns the people of the meeting in which a conversation took place, who have an address. */
export async function attendeesOfConversation(context: Context, conversation_id: string) {
  const meeting = await sql.selectMeetingOf(context.db, userOf(context), conversation_id);
  return (meeting?.attendees ?? []).flatMap(({ name, email }) => (email ? [{ name, email }] : []));
}
