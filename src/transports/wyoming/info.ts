import { languagesOf } from '../../engines/recognition/hear-recording.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';

/** Clients want an address of the makers, and may get an empty one. */
const attribution = { name: 'Commonplace', url: '' };

/** Describes the recogniser. Home Assistant offers only languages in this list. */
export async function describe(recogniser: Recogniser): Promise<Record<string, unknown>> {
  const { name } = recogniser;
  const { ok } = await recogniser.available();
  const artifact = { attribution, installed: ok && name !== 'none', version: null };
  return {
    asr: [
      {
        ...artifact,
        name: 'commonplace',
        description: 'Commonplace',
        models: [{ ...artifact, name, description: name, languages: languagesOf(recogniser) }],
        supports_transcript_streaming: true,
        requires_external_vad: true,
      },
    ],
    tts: [],
    handle: [],
    intent: [],
    wake: [],
    mic: [],
    snd: [],
  };
}
