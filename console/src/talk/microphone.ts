import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { position } from '../time/time.ts';
import workletUrl from './microphone-worklet.ts?worker&url';
import type { TalkProblem } from './state.ts';

/** The rate of the recognisers. */
const RATE = 16_000;
/** The length of the pieces in which samples arrive; the worklet cuts them. */
export const MESSAGE_SECONDS = 0.1;

/** A page that is not visible may be a little late. */
const MIN_SLEEP_SECONDS = 5;
/** Long enough to read after the phone was unlocked. */
const SLEPT_MS = 20_000;

export interface Microphone {
  sampleRate: number;
  pause: () => void;
  resume: () => void;
  close: () => void;
}

/** The microphone cannot be used; `problem` tells the page what to explain. */
export class NoMicrophone extends Error {
  readonly problem: TalkProblem;
  constructor(problem: TalkProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Calls `onSamples` every 100 ms, and `onEnd` when the microphone is unplugged. */
export async function openMicrophone(
  onSamples: (samples: Float32Array) => void,
  onEnd: () => void,
): Promise<Microphone> {
  if (!isSecureContext || !('mediaDevices' in navigator)) throw new NoMicrophone('insecure');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: HEARING }).catch((error) => {
    throw new NoMicrophone(problemOf(error));
  });
  const [track] = stream.getAudioTracks();
  const { audio, source } = await openAudio(stream);
  await audio.audioWorklet.addModule(workletUrl);
  const collector = new AudioWorkletNode(audio, 'collector', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  let heardAt = Date.now();
  collector.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    // Of a microphone that the phone has muted, there is only silence.
    if (!track?.muted) heardAt = Date.now();
    onSamples(data);
  };
  source.connect(collector);
  track?.addEventListener('ended', onEnd);
  // The browser refuses this if the microphone is closed meanwhile.
  const wake = () => audio.resume().catch(() => {});
  // A phone suspends the sound of a page that is not visible.
  const onVisibility = () => {
    if (!track?.enabled) return;
    const slept = (Date.now() - heardAt) / 1000;
    if (document.visibilityState === 'visible' && slept > MIN_SLEEP_SECONDS) {
      heardAt = Date.now();
      notify(m.talk_slept({ time: position(slept) }), { tone: 'problem', ms: SLEPT_MS });
    }
    void wake();
  };
  document.addEventListener('visibilitychange', onVisibility);
  await wake();
  return {
    sampleRate: audio.sampleRate,
    pause: () => {
      if (track) track.enabled = false;
      void audio.suspend();
    },
    resume: () => {
      heardAt = Date.now();
      if (track) track.enabled = true;
      void wake();
    },
    close: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      track?.stop();
      void audio.close();
    },
  };
}

/** The whole room should be heard, so the browser must not suppress distant voices. */
const HEARING = {
  channelCount: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
};

/** Some browsers cannot resample the microphone; then its own rate is used. */
async function openAudio(stream: MediaStream) {
  const audio = new AudioContext({ sampleRate: RATE });
  try {
    return { audio, source: audio.createMediaStreamSource(stream) };
  } catch {
    await audio.close();
    const usual = new AudioContext();
    return { audio: usual, source: usual.createMediaStreamSource(stream) };
  }
}

function problemOf(error: unknown): TalkProblem {
  const { name } = error as DOMException;
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'blocked' : 'no_microphone';
}
