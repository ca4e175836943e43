import type { VoiceActivity, VoiceStream } from '../voice-activity/voice-activity.ts';
import { SAMPLE_RATE, type Recogniser, type RecognitionSession } from './recogniser.ts';
import { SessionEvents } from './session-events.ts';
import { SpeechPulse } from './speech-pulse.ts';

/**
 * The recogniser for installations without any other: it detects speech, so that conversations
 * begin and end, but returns no words.
 */
export function noRecogniser(voiceActivity: VoiceActivity): Recogniser {
  return {
    name: 'none',
    capabilities: {
      partials: false,
      diarization: false,
      punctuation: false,
      wordTimes: false,
      languages: [],
      quality: 'low',
      local: true,
    },
    available: async () => ({ ok: true }),
    open: () => new DeafSession(voiceActivity),
    async [Symbol.asyncDispose]() {},
  };
}

class DeafSession implements RecognitionSession {
  readonly events = new SessionEvents();
  readonly #voice: VoiceStream;

  constructor(voiceActivity: VoiceActivity) {
    const pulse = new SpeechPulse();
    this.#voice = voiceActivity.open((_frame, probability) => {
      const at = pulse.hear(probability);
      if (at !== undefined) this.events.emit({ type: 'speech', at });
    });
  }

  write(pcm: Int16Array): void {
    this.#voice.write(pcm);
  }

  backlogSeconds(): number {
    return this.#voice.waitingSamples / SAMPLE_RATE;
  }

  async finish(): Promise<void> {
    await this.#voice.finish();
    this.events.end();
  }

  close(): void {
    this.#voice.close();
    this.events.end();
  }
}
