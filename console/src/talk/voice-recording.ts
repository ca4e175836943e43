import { useEffect, useRef, useState } from 'react';
import { MESSAGE_SECONDS, openMicrophone } from './microphone.ts';
import type { Microphone } from './microphone.ts';

const LONGEST_SECONDS = 60;

/** Records up to a minute with the microphone, as a WAV file. */
export function useVoiceRecording({
  onDone,
  onProblem,
}: {
  onDone: (file: Blob) => void;
  onProblem: (error: unknown) => void;
}) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const microphone = useRef<Microphone | null>(null);
  const samples = useRef<Float32Array[]>([]);
  const isRecording = useRef(false);
  useEffect(() => () => microphone.current?.close(), []);

  const stop = () => {
    const opened = microphone.current;
    if (!opened) return;
    microphone.current = null;
    isRecording.current = false;
    opened.close();
    setSeconds(null);
    onDone(wavOf(samples.current.splice(0), opened.sampleRate));
  };
  const start = async () => {
    samples.current = [];
    isRecording.current = true;
    setSeconds(0);
    try {
      microphone.current = await openMicrophone((some) => {
        // A message may still be on its way when the microphone is closed.
        if (!isRecording.current) return;
        samples.current.push(some);
        const length = samples.current.length * MESSAGE_SECONDS;
        setSeconds(length);
        if (length >= LONGEST_SECONDS) stop();
      }, stop);
    } catch (error) {
      setSeconds(null);
      onProblem(error);
    }
  };
  return { seconds, start, stop };
}

const HEADER_BYTES = 44;

/** Returns 16-bit samples with the header of a WAV file. */
function wavOf(pieces: readonly Float32Array[], sampleRate: number): Blob {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + length * 2));
  const word = (at: number, text: string) =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + length * 2, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, length * 2, true);
  let at = HEADER_BYTES;
  for (const piece of pieces) {
    for (const sample of piece) {
      view.setInt16(at, Math.max(-1, Math.min(1, sample)) * 32_767, true);
      at += 2;
    }
  }
  return new File([view.buffer], 'voice.wav', { type: 'audio/wav' });
}
