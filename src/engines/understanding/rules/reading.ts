import type { Transcript, TranscriptSegment } from '../maker.ts';
import { speakerKey, speakerNames } from './speakers.ts';
import { sentencesOf } from './sentences.ts';
import { cleanTextOf, stemsOf, wordsOf } from './text.ts';

/** One sentence of the transcript, with its speaker and listener. */
export interface Sentence {
  index: number;
  /** The number of the turn; consecutive segments of one speaker form one turn. */
  turn: number;
  segment: TranscriptSegment;
  text: string;
  words: string[];
  /** The stems of the content words, including repetitions. */
  stems: string[];
  isQuestion: boolean;
  speaker: string;
  /**
   * The addressed person, if known: the other speaker if there are two, or the person called by
   * name.
   */
  listener: string | null;
}

/** A transcript prepared for the rules: cleaned, cut into sentences, and with named speakers. */
export interface Reading {
  transcript: Transcript;
  sentences: Sentence[];
  speakers: string[];
  /** True when the transcript marks the user's own words. */
  knowsUser: boolean;
}

const QUESTION_START =
  /^(?:(?:so|and|but|well|okay|ok|hey|oh|um|uh),? )*(?:who|what|when|where|why|how|which|whose|do|does|did|is|are|was|were|can|could|would|will|shall|should|may|have you|has|had|isn't|aren't|don't you|didn't|won't)\b/i;

export function read(transcript: Transcript): Reading {
  const names = speakerNames(transcript);
  const spoken = transcript.segments.filter((segment) => segment.text.trim());
  const speakers = [...new Set(spoken.map((segment) => names.get(speakerKey(segment))!))];
  const sentences: Sentence[] = [];
  let turn = -1;
  let previous = '';
  for (const segment of spoken) {
    const speaker = names.get(speakerKey(segment))!;
    if (speaker !== previous || turn < 0) turn++;
    previous = speaker;
    const others = speakers.filter((other) => other !== speaker);
    for (const text of sentencesOf(cleanTextOf(segment))) {
      const words = wordsOf(text);
      if (words.length === 0) continue;
      const isQuestion = text.endsWith('?') || (!/[.!?]$/.test(text) && QUESTION_START.test(text));
      sentences.push({
        index: sentences.length,
        turn,
        segment,
        text,
        words,
        stems: stemsOf(words),
        isQuestion,
        speaker,
        listener: others.length === 1 ? others[0]! : calledIn(text, others),
      });
    }
  }
  const knowsUser = transcript.segments.some((segment) => segment.is_user);
  return { transcript, sentences, speakers, knowsUser };
}

/** Returns the person who is called by name, as in "Vera, can you …" or "Can you …, Vera?" */
function calledIn(text: string, names: readonly string[]): string | null {
  const called = (name: string) => {
    const [first] = name.split(' ');
    return text.startsWith(`${first}, `) || text.replace(/[.?!]+$/, '').endsWith(`, ${first}`);
  };
  return names.find(called) ?? null;
}
