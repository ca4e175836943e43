import type { RecognisedWord } from './recogniser.ts';
import type { Transcription } from './utterance-recogniser.ts';

export function restorePunctuation(words: RecognisedWord[]): Transcription {
  return { text: words.map(({ text }) => text).join(' '), words };
}
