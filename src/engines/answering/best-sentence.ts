/** Finds the sentence of a talk that answers a question, with models that are learned. */
import { readFileSync } from 'node:fs';
import { wordsOf } from '../search/words.ts';
import { chanceOf, hashed, readModels, scores } from '../understanding/reader/model.ts';
import {
  answeredFeatures,
  bestOf,
  candidatesFor,
  type Candidate,
  type Spoken,
} from './answer-candidates.ts';

export interface AnswerSentence extends Pick<Candidate, 'turn' | 'text' | 'coverage'> {
  speaker: string;
  /** The question that the sentence answers, when it is too short to stand alone. */
  before: Spoken | null;
  /** Compares sentences that answer the same question. */
  score: number;
  /** True when the sentence answers the question. */
  isEnough: boolean;
}

/** A shorter answer needs its question. */
const SHORT = 5;

export function bestSentence(question: string, turns: readonly Spoken[]): AnswerSentence | null {
  const { models, bounds } = learnt();
  const best = bestOf(candidatesFor(question, turns), models.get('answer')!);
  if (!best) return null;
  const { turn, text, coverage, isFull } = best.candidate;
  const [answered] = scores(models.get('answered')!, hashed(answeredFeatures(best)));
  const before = turns[turn - 1];
  const isShort = wordsOf(text).length < SHORT && before?.text.includes('?');
  return {
    turn,
    speaker: turns[turn]!.speaker,
    text,
    before: isShort ? before! : null,
    coverage,
    score: best.score,
    isEnough: isFull || chanceOf(answered!) >= bounds['answered']!,
  };
}

let stored: ReturnType<typeof readModels> | undefined;

const learnt = () =>
  (stored ??= readModels(readFileSync(new URL('../../../assets/answers.bin', import.meta.url))));
