/** Requests that several tests of live recordings use. */
import type { TestService } from '../start-service.ts';
import type { Json } from './api-user.ts';
import { Listener } from './listener.ts';
import { eventually } from '../eventually.ts';

/** Opens a device that sends samples at 16 kHz. */
export function openDevice(
  { url, owner }: TestService,
  parameters: Record<string, string | number> = {},
): Promise<Listener> {
  return Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...parameters,
  });
}

export function untilReady(device: Listener): Promise<Json> {
  return device.event('service_status', ({ status }) => status === 'ready');
}

async function readConversation({ owner }: TestService, id: string): Promise<Json> {
  return (await owner.call('GET', `/v1/conversations/${id}`)).body;
}

export async function untilConversation(
  service: TestService,
  id: string,
  isSo: (conversation: Json) => boolean,
): Promise<Json> {
  return eventually(
    `the conversation where ${isSo}`,
    async () => {
      const body = await readConversation(service, id);
      return isSo(body) && body;
    },
    { seconds: 30 },
  );
}

export function textOf({ transcript_segments }: Json): string {
  return transcript_segments.map(({ text }: Json) => text).join(' ');
}
