/** Imports go on while the user looks at other pages. */
import { createStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { clockOffset } from '../time/clock.ts';
import { sendRecording } from '../uploads/uploads.ts';
import { deleteShared } from './store.ts';
import type { Shared } from './store.ts';

export interface Import {
  /** The upload of a recording; null for a text. */
  uploadId: string | null;
  problem: string | null;
  /** Of a text that the service has. */
  conversationId: string | null;
}

/** By the path of what was shared. */
export const imports = createStore<Readonly<Record<string, Import>>>({});

/** The service accepts no longer text. */
const MAX_CHARACTERS = 100_000;

const note = (path: string, change: Partial<Import>) =>
  imports.set((all) => {
    const before = all[path] ?? { uploadId: null, problem: null, conversationId: null };
    return { ...all, [path]: { ...before, ...change } };
  });

/** The browser keeps what was shared until the service has it. */
export async function startImport({ path, file, kind }: Shared): Promise<void> {
  if (kind === 'recording') {
    note(path, { uploadId: sendRecording(file, () => void deleteShared(path)) });
    return;
  }
  note(path, { problem: null });
  try {
    note(path, { conversationId: await importText(path, file) });
    await deleteShared(path);
  } catch (error) {
    note(path, { problem: toMessage(error) });
  }
}

async function importText(path: string, file: File): Promise<string> {
  const text = await file.text();
  if (text.length > MAX_CHARACTERS) throw new Error(m.shared_too_long({ count: MAX_CHARACTERS }));
  const { id } = await service.createOwnConversation({
    text,
    text_source: 'other_text',
    text_source_spec: file.name || null,
    // "Tomorrow" counts from the day on which it was shared.
    started_at: new Date(file.lastModified + clockOffset()).toISOString(),
    // A text that is sent twice becomes one conversation.
    client_session_id: path.slice(path.lastIndexOf('/') + 1),
    source: 'shared_text',
  });
  return id;
}
