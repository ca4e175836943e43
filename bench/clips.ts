/** Recordings with their transcripts, and what a service hears of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { readWav } from '../src/engines/audio/wav.ts';
import type { ApiUser, Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';

export interface Clip {
  transcript: string;
  pcm: Int16Array;
}

/** Reads `clips.tsv`: file and transcript of each recording (WAV), separated by a tab. */
export async function readClips(folder: string): Promise<Clip[]> {
  const table = (await readFile(join(folder, 'clips.tsv'), 'utf8')).trim().split('\n');
  return Promise.all(
    table.map(async (line) => {
      const [file = '', transcript = ''] = line.split('\t');
      return { transcript, pcm: readWav(await readFile(join(folder, file))) };
    }),
  );
}

export function openDevice(url: string, { token, id }: ApiUser): Promise<Listener> {
  return Listener.open(url, { token, uid: id, codec: 'pcm16', sample_rate: 16_000 });
}

/** Speaks as a device does, `speed` times as fast; returns the segments of the conversation. */
export async function heardLive(
  owner: ApiUser,
  pcm: Int16Array,
  { speed }: { speed: number },
): Promise<Json[]> {
  const device = await openDevice(owner.url, owner);
  await device.event('service_status', ({ status }) => status === 'ready');
  await device.stream(joinedSound(silence(0.5), pcm, silence(2)), { speed });
  const { body } = await owner.call('POST', '/v1/conversations', {});
  await device[Symbol.asyncDispose]();
  return body.conversation?.transcript_segments ?? [];
}

export function textOf(segments: readonly Json[]): string {
  return segments.map(({ text }) => text).join(' ');
}
