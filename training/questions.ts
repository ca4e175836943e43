/** Reads the questions of `training/questions/*.txt`. `training/README.md` describes the format. */
import { fileURLToPath } from 'node:url';
import { parseFiles, type Problem, type Talk } from './talks.ts';

export const QUESTIONS_FOLDER = fileURLToPath(new URL('questions', import.meta.url));

/** A question about a talk, as somebody would ask an assistant days later. */
export interface Question {
  line: number;
  batch: string;
  slug: string;
  text: string;
  /** The words of a turn that answer; null if the talk does not answer. */
  answer: { turn: number; span: string; verdict: 'yes' | 'no' | null } | null;
}

const LINE = /^(?:(?<turn>\d+)(?: (?<verdict>yes|no))?|-) \| (?<text>[^|]+) \| (?<span>[^|]+)$/u;

export function parseQuestions(
  text: string,
  batch: string,
): { questions: Question[]; problems: Problem[] } {
  const questions: Question[] = [];
  const problems: Problem[] = [];
  let slug = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const said = raw.trim();
    if (said === '' || said.startsWith('#')) continue;
    if (said.startsWith('=== ')) {
      slug = said.slice(4);
      continue;
    }
    const found = LINE.exec(said)?.groups;
    if (!found) {
      problems.push({ batch, line, message: `cannot be read as a question: "${said}"` });
      continue;
    }
    const { turn, verdict, text: asked, span } = found;
    const answer = turn && {
      turn: Number(turn),
      span: span!,
      verdict: (verdict as 'yes' | 'no' | undefined) ?? null,
    };
    questions.push({ line, batch, slug, text: asked!, answer: answer || null });
  }
  return { questions, problems };
}

/** Returns the questions, and what is wrong with them: each answer is a literal part of its turn. */
export function parseQuestionsFolder(
  talks: readonly Talk[],
  folder = QUESTIONS_FOLDER,
): { questions: Question[]; problems: Problem[] } {
  const parsed = parseFiles(folder, parseQuestions);
  const questions = parsed.flatMap((file) => file.questions);
  const byName = new Map(talks.map((talk) => [`${talk.batch}/${talk.slug}`, talk]));
  const wrong = questions.flatMap(({ batch, line, slug, answer }): Problem[] => {
    const talk = byName.get(`${batch}/${slug}`);
    if (!talk) return [{ batch, line, message: `There is no talk ${slug} in ${batch}.` }];
    if (!answer || talk.turns[answer.turn - 1]?.text.includes(answer.span)) return [];
    return [{ batch, line, message: `Turn ${answer.turn} does not contain "${answer.span}".` }];
  });
  return { questions, problems: [...parsed.flatMap((file) => file.problems), ...wrong] };
}
