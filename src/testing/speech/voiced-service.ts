/** A service with a scripted recogniser and real voice recognition. */
import assert from 'node:assert/strict';
import { joinedSound, silence, wav } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import type { FliteVoice } from '../../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Script } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../clients/api-user.ts';
import { Listener } from '../clients/listener.ts';
import type { Spoken } from './spoken.ts';
import { startService } from '../start-service.ts';
import type { TestService } from '../start-service.ts';

const ABOUT_ME = [
  'I live in Porto with my sister and her two children, and I work as a nurse.',
  'On Monday I have to call the bank, because the card was lost on the train.',
  'We will meet at the station at nine, and then go to the market together.',
];

export interface Voiced {
  /**
   * The words for each session of the recogniser. After the end of a recording, another session may
   * begin. This session gets no sound when the device disconnects.
   */
  heard: (Spoken | null)[];
  profile?: FliteVoice;
  script?: Partial<Script>;
}

export async function voicedService({ heard, profile, script }: Voiced): Promise<TestService> {
  const service = await startService({
    recogniser: scriptedRecogniser({
      ...script,
      utterances: (session) => heard[session]?.utterances ?? [],
    }),
  });
  if (profile) await enrol(service, profile);
  return service;
}

async function enrol({ owner }: TestService, voice: FliteVoice): Promise<void> {
  const pcm = joinedSound(...(await Promise.all(ABOUT_ME.map((text) => speak(text, voice)))));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(wav({ samples: pcm }))]), 'me.wav');
  assert.equal((await owner.call('POST', '/v3/upload-audio', form)).status, 200);
}

export async function listen(
  { url, owner }: TestService,
  parameters: Record<string, string> = {},
): Promise<Listener> {
  const listener = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...parameters,
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  return listener;
}

/** Says everything, and waits for the first words, which open the recording. */
export async function say(listener: Listener, { pcm }: Spoken): Promise<void> {
  await listener.stream(joinedSound(pcm, silence(0.5)), { speed: 15 });
  await listener.until(() => listener.segments.size > 0);
}

/** Ends the recording and returns the conversation. */
export async function end({ owner }: TestService): Promise<Json> {
  const { status, body } = await owner.call('POST', '/v1/conversations', {});
  assert.equal(status, 200, JSON.stringify(body));
  return body.conversation;
}
