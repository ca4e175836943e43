import { ApiError } from '../../../client/src/index.ts';
import type { Listening, Segment } from '../../../client/src/index.ts';
import { framesOfFile, framesOfMicrophone, RATE } from './audio-source.ts';
import { CommandInterrupted, NothingHeard, Usage } from '../command.ts';
import type { CommandContext } from '../command.ts';

/** The speed at which a file is sent to the service: the maximum that a live session accepts. */
const SPEED = 2;
const QUIET_SECONDS = 2;

/**
 * Plays a file or the microphone to the service, prints the words, ends the recording and returns
 * its conversation.
 */
export async function listen(
  { session: client, terminal }: CommandContext,
  source: string,
  language: string,
) {
  await using listening = await client.listen({ codec: 'pcm16', sample_rate: RATE, language });
  const printing = printHeard(listening, terminal.print);
  printing.catch(() => {});
  const live = source === 'microphone';
  const frames = live ? framesOfMicrophone(terminal.signal) : framesOfFile(source);
  try {
    for await (const frame of frames) {
      if (terminal.signal.aborted) break;
      await listening.send(frame);
      if (!live) await pause((frame.length / 2 / RATE / SPEED) * 1000);
    }
    // The recogniser finds the end of the last sentence in the silence after it.
    await listening.send(new Uint8Array(RATE * 2 * QUIET_SECONDS));
  } catch (error) {
    if (error instanceof Usage) throw error;
    throw new CommandInterrupted(
      `The session ended: ${(error as Error).message}. The sound until then is kept.`,
    );
  }
  const { conversation } = await client.finishRecording({}).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new NothingHeard(`No words were recognised in ${source}.`);
  });
  await listening.close();
  await printing;
  return conversation;
}

async function printHeard(session: Listening, print: (text: string) => void): Promise<void> {
  let last: Segment | undefined;
  for await (const message of session) {
    if (!Array.isArray(message)) continue;
    for (const segment of message) {
      // A segment is printed when the next one begins, because it may grow before that.
      if (last && last.id !== segment.id) print(line(last));
      last = segment;
    }
  }
  if (last) print(line(last));
}

function line({ start, is_user, speaker_name, text }: Segment): string {
  const minutes = Math.floor(start / 60);
  const seconds = String(Math.floor(start % 60)).padStart(2, '0');
  return `${minutes}:${seconds}  ${is_user ? 'You' : speaker_name}: ${text}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
