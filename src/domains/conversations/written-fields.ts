import type { MadeEvent, MakerResult } from '../../engines/understanding/maker.ts';
import type { ConversationRow } from './conversations.sql.ts';

/** Keeps the fields that the user wrote when a conversation is processed again. */

/** Marks a conversation that the user merged. The tasks and events of its parts stay. */
export const MERGED = 'merged';

/** Marks a conversation whose transcript the user changed. No recogniser replaces its words. */
export const TRANSCRIPT = 'transcript';

/** The name that marks a template's result as written by the user. */
export const resultOf = (app_id: string): string => `result:${app_id}`;

export function withWritten(made: MakerResult, row: ConversationRow): MakerResult {
  const { title, overview } = made.understanding;
  const understanding = {
    ...made.understanding,
    title: row.written.includes('title') ? row.title : title,
    overview: row.written.includes('overview') ? row.overview : overview,
    events: row.written.includes(MERGED)
      ? withEarlier(made.understanding.events, row.events)
      : withMarks(made.understanding.events, row.events),
  };
  return { ...made, understanding };
}

export function withoutWritten<Result extends { app_id: string }>(
  results: readonly Result[],
  row: ConversationRow,
): Result[] {
  return results.filter(({ app_id }) => !row.written.includes(resultOf(app_id)));
}

/** Keeps the events of merged conversations, and adds those that only the joined words tell. */
function withEarlier(made: readonly MadeEvent[], stored: ConversationRow['events']): MadeEvent[] {
  const earlier = stored.map((event) => ({ ...event, start: new Date(event.start) }));
  const isNew = (event: MadeEvent) =>
    earlier.every(
      ({ title, start }) => title !== event.title && start.getTime() !== event.start.getTime(),
    );
  return [...earlier, ...made.filter(isNew)].toSorted(
    (one, other) => one.start.getTime() - other.start.getTime(),
  );
}

/**
 * Keeps the calendar marks of events. Events that are already in the user's calendar are then not
 * offered again.
 */
function withMarks(made: readonly MadeEvent[], stored: ConversationRow['events']): MadeEvent[] {
  const marked = stored.filter(({ created }) => created);
  return made.map((event) => {
    const isMarked = marked.some(
      ({ title, start }) =>
        title === event.title || new Date(start).getTime() === event.start.getTime(),
    );
    return isMarked ? { ...event, created: true } : event;
  });
}
