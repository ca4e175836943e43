import { existsSync, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NothingHeard, Usage } from '../command.ts';
import type { CommandContext } from '../command.ts';

const LOOK_AGAIN_MS = 500;

/** Uploads a recording, prints the progress and returns the conversation. */
export async function upload(
  { session, terminal }: CommandContext,
  { file: path, ...facts }: { file: string; started_at?: string; language?: string },
) {
  if (!existsSync(path)) throw new Usage(`There is no file ${path}.`);
  const file = await openAsBlob(path);
  const named = new File([file], basename(path));
  let state = await session.uploadRecording({ file: named, ...facts });
  const { conversation_id } = state;
  let told = -10;
  while (state.stage !== 'done' && state.stage !== 'failed') {
    const percent = Math.floor(state.progress * 100);
    if (percent >= told + 10) {
      terminal.error(`${percent} % of ${Math.round(state.seconds)} s are written down`);
      told = percent;
    }
    await wait(LOOK_AGAIN_MS, null, { signal: terminal.signal });
    state = await session.getRecordingUpload({ conversation_id });
  }
  const conversation = await session.getOwnConversation({ conversation_id });
  if (conversation.transcript_segments.length === 0) {
    throw new NothingHeard(`No words were recognised in ${path}.`);
  }
  return conversation;
}
