/**
 * Notes that the user types beside a talk. Each goes to the conversation that was live when it was
 * typed, and stays in the browser until the service has stored it.
 */
import { randomUuid } from '../../../client/src/uuid.ts';
import { createStore } from '../design/store.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { ApiError, service } from '../service/service.ts';
import { meter, talk } from './state.ts';

export interface Note {
  text: string;
  /** The recorded seconds of the talk at which the note was typed. */
  second: number;
}

interface StoredNote {
  id: string;
  user_id: string;
  /** The talk beside which it was typed. */
  talk_id: string;
  /** The conversation that was live; null until the service has named one. */
  conversation_id: string | null;
  text: string;
  /** The clock of this browser, in milliseconds. */
  typed_at: number;
}

const KEY = 'commonplace-notes';
const SECONDS_PER_WORD = 0.4;
/** Pieces that are short enough for a segment. */
const SEGMENTS = /\S.{0,4999}/gsu;

/** The notes of the running talk. */
export const notes = createStore<readonly Note[]>([]);
/** The text of a note that has not been added yet. */
export const draft = createStore('');
/** True while the last notes of a talk that ended are sent. */
export const attaching = createStore(false);

const read = (): StoredNote[] => JSON.parse(localStorage.getItem(KEY) ?? '[]') as StoredNote[];
const write = (all: readonly StoredNote[]) => localStorage.setItem(KEY, JSON.stringify(all));
const drop = (ids: readonly string[]) => write(read().filter(({ id }) => !ids.includes(id)));
const change = (note: StoredNote) =>
  write(read().map((each) => (each.id === note.id ? note : each)));
const ofTalk = (talk_id: string) => read().filter((each) => each.talk_id === talk_id);

/** Returns an id (UUID version 7) that keeps the order of notes at the same second. */
function idAt(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUuid().slice(15)}`;
}

/** Adds a note to the running talk. */
export function addNote(text: string): void {
  const current = talk.get();
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!current || !me) throw new Error('Nobody is talking.');
  const { id: talk_id, conversationId: conversation_id } = current;
  const { seconds: second } = meter.get();
  const beside = { user_id: me.id, talk_id, conversation_id };
  const typed_at = Date.now();
  const pieces = [...text.matchAll(SEGMENTS)].map(([piece], at) => ({
    ...beside,
    id: idAt(typed_at + at),
    text: piece,
    typed_at,
  }));
  write([...read(), ...pieces]);
  notes.set((before) => [...before, { text, second }]);
  void sendNotes(talk_id).catch(() => {});
}

/** Adds the text in the field as a note, because the talk or the page ends. */
export function addDraft(): void {
  const text = draft.get().trim();
  if (text === '' || !talk.get()) return;
  addNote(text);
  draft.set('');
}
addEventListener('pagehide', addDraft);

/**
 * Names the conversation for notes that were typed before the service had named one. Returns
 * whether there were any.
 */
export function nameConversation(talk_id: string, conversation_id: string): boolean {
  const unnamed = ofTalk(talk_id).filter((each) => each.conversation_id === null);
  for (const note of unnamed) change({ ...note, conversation_id });
  return unnamed.length > 0;
}

/** Deletes all notes of this browser, because the user leaves it. */
export function forgetNotes(): void {
  notes.set([]);
  draft.set('');
  localStorage.removeItem(KEY);
}

/**
 * Sends the notes of a running talk. A recording without words takes no notes yet; they wait for
 * the first words.
 */
export function sendNotes(talk_id: string): Promise<void> {
  return navigator.locks.request(KEY, async () => {
    for (const note of ofTalk(talk_id)) {
      if (note.conversation_id === null) continue;
      try {
        await send(note, note.conversation_id);
        drop([note.id]);
      } catch (error) {
        // A refused note must not keep the later ones back; it becomes a conversation of its own.
        if (!(error instanceof ApiError) || ![404, 409, 413, 422].includes(error.status))
          throw error;
        // A recording in which nobody spoke is deleted, and another one begins.
        if (error.status !== 409) change({ ...note, conversation_id: null });
      }
    }
  });
}

/**
 * Sends the last notes of a talk that ended. Notes without a conversation, because nothing was
 * said, become one. Returns the conversation of the talk.
 */
export async function attachNotes(
  talk_id: string,
  conversation_id: string | null,
): Promise<string | null> {
  notes.set([]);
  if (ofTalk(talk_id).length === 0) return conversation_id;
  attaching.set(true);
  try {
    await sendNotes(talk_id);
    if (conversation_id && nameConversation(talk_id, conversation_id)) await sendNotes(talk_id);
    return await createFromRest(talk_id, conversation_id);
  } finally {
    attaching.set(false);
  }
}

/**
 * Sends the notes of talks that ended with their pages. Returns whether some still wait for the
 * first words of their conversation.
 */
export async function sendLeftNotes(user_id: string): Promise<boolean> {
  const left = () => read().filter((each) => each.user_id === user_id);
  for (const talk_id of new Set(left().map((each) => each.talk_id))) {
    // The page of a running talk has the lock of its talk.
    await navigator.locks.request(talk_id, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await sendNotes(talk_id);
      if (ofTalk(talk_id).every((each) => each.conversation_id === null)) {
        await createFromRest(talk_id, null);
      }
    });
  }
  return left().some((each) => each.conversation_id !== null);
}

function send({ id, text, typed_at }: StoredNote, conversation_id: string): Promise<unknown> {
  const seconds_ago = Math.max(0, (Date.now() - typed_at) / 1000);
  return service.addConversationNote({ conversation_id, note_id: id, text, seconds_ago });
}

async function createFromRest(
  talk_id: string,
  conversation_id: string | null,
): Promise<string | null> {
  const rest = ofTalk(talk_id);
  const [first] = rest;
  if (!first) return conversation_id;
  const created = await service.createOwnConversationFromSegments({
    client_session_id: `notes-${first.id}`,
    started_at: new Date(first.typed_at).toISOString(),
    transcript_segments: rest.map(({ text, typed_at }) => {
      const start = (typed_at - first.typed_at) / 1000;
      const end = start + Math.max(1, text.split(/\s+/).length * SECONDS_PER_WORD);
      return { text, start, end, is_user: true };
    }),
  });
  drop(rest.map(({ id }) => id));
  return conversation_id ?? created.id;
}
