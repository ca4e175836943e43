/** Turns the questions of talks into what the models of answers learn from. */
import {
  answeredFeatures,
  bestOf,
  candidatesFor,
  type Candidate,
} from '../src/engines/answering/answer-candidates.ts';
import {
  chanceOf,
  hashed,
  scores,
  type LinearModel,
} from '../src/engines/understanding/reader/model.ts';
import { saysAnyOf } from './alternatives.ts';
import { learn, learnChoice, type Example } from './learn.ts';
import type { Talk } from './talks.ts';

export interface Asked {
  slug: string;
  batch: string;
  /** False for a question that the talk does not answer. */
  isAnswerable: boolean;
  candidates: Candidate[];
  /** Whether each candidate answers the question. */
  right: boolean[];
}

/** The questions of the talks, and as many that were asked about another talk. */
export function questionsOf(talks: readonly Talk[]): Asked[] {
  const asked = talks.filter(({ questions }) => questions.length > 0);
  return asked.flatMap((talk, at) => {
    const other = asked[(at + OTHER) % asked.length]!;
    const { text } = other.questions[at % other.questions.length]!;
    return [...talk.questions, { text, answers: [] }].map((question) => ask(question, talk));
  });
}

/** The distance of the talk from which a foreign question is taken. */
const OTHER = 37;

type Question = Pick<Talk['questions'][number], 'text' | 'answers'>;

function ask({ text, answers }: Question, talk: Talk): Asked {
  const candidates = candidatesFor(text, talk.turns);
  const tells = (said: string) => saysAnyOf(answers, said);
  const whole = candidates.map((candidate) => tells(candidate.text));
  const right = candidates.map(({ turn }, at) => {
    // The words of an answer may be in several sentences of the turn.
    const isScattered = !candidates.some((other, place) => other.turn === turn && whole[place]!);
    return whole[at]! || (isScattered && tells(talk.turns[turn]!.text));
  });
  const { slug, batch } = talk;
  return { slug, batch, isAnswerable: answers.length > 0, candidates, right };
}

export interface AnswerModels {
  answer: LinearModel;
  answered: LinearModel;
}

/** The second model learns from what the first chooses in talks that it did not learn from. */
export function learnAnswers(questions: readonly Asked[]): AnswerModels {
  const slugs = [...new Set(questions.map(({ slug }) => slug))];
  const partOf = new Map(slugs.map((slug, at) => [slug, at % PARTS]));
  const examples = Array.from({ length: PARTS }, (_, part): Example[] => {
    const model = chooserOf(questions.filter(({ slug }) => partOf.get(slug) !== part));
    return questions
      .filter(({ slug }) => partOf.get(slug) === part)
      .flatMap(({ candidates, isAnswerable }) => {
        const best = bestOf(candidates, model);
        return best
          ? [{ features: answeredFeatures(best), labels: isAnswerable ? ['answered'] : [] }]
          : [];
      });
  });
  return {
    answer: chooserOf(questions),
    answered: learn(examples.flat(), { labels: ['answered'], rounds: 8, rate: 0.02 }),
  };
}

const PARTS = 4;

const chooserOf = (questions: readonly Asked[]): LinearModel =>
  learnChoice(
    questions.map(({ candidates, right }) => ({ options: candidates, right })),
    { rate: 0.05, rounds: 8 },
  );

/** The models' answer to a question. */
export interface Judged {
  isAnswerable: boolean;
  isRight: boolean;
  /** The chance that the question is answered. */
  chance: number;
}

export function judge(
  { candidates, right, isAnswerable }: Asked,
  { answer, answered }: AnswerModels,
): Judged {
  const best = bestOf(candidates, answer);
  return {
    isAnswerable,
    isRight: best !== null && right[candidates.indexOf(best.candidate)]!,
    chance: best ? chanceOf(scores(answered, hashed(answeredFeatures(best)))[0]!) : 0,
  };
}
