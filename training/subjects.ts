/**
 * Reads the short talks of `training/subjects/*.txt`, of which only the category is known. They are
 * quick to write, and the category needs many of them.
 */
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CATEGORIES } from '../src/engines/understanding/maker.ts';
import { parseFiles, type Problem } from './talks.ts';

export const SUBJECTS_FOLDER = fileURLToPath(new URL('subjects', import.meta.url));

const MIN_LINES = 3;
/** Longer lines occur once in a file. */
const MAX_REPEATED_WORDS = 6;
const Subject = z.strictObject({
  category: z.enum(CATEGORIES, 'is no category'),
  /** What is said, a turn a line. */
  lines: z.array(z.string()).min(MIN_LINES, `has fewer than ${MIN_LINES} lines`),
});
export type Subject = z.infer<typeof Subject>;

export function readSubjects(): Subject[] {
  const { subjects, problems } = parseSubjectsFolder();
  const [first] = problems;
  if (first)
    throw new Error(`training/subjects/${first.batch}.txt:${first.line}: ${first.message}`);
  return subjects;
}

export function parseSubjectsFolder(): { subjects: Subject[]; problems: Problem[] } {
  const parsed = parseFiles(SUBJECTS_FOLDER, parseSubjects);
  return {
    subjects: parsed.flatMap(({ subjects }) => subjects),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

/** A talk begins with `=== category`; an empty line ends it. `batch` is the name of the file. */
export function parseSubjects(
  text: string,
  batch: string,
): { subjects: Subject[]; problems: Problem[] } {
  const subjects: Subject[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let line = 1;
  for (const block of text.split(/\n\n+/)) {
    const [head, ...lines] = block.split('\n').filter(Boolean);
    const report = (message: string) => problems.push({ batch, line, message });
    if (head !== undefined) {
      const { data, error } = Subject.safeParse({ category: head.replace(/^=== /, ''), lines });
      if (data) subjects.push(data);
      else report(`"${head}" ${error!.issues[0]!.message}.`);
      const long = lines.filter((each) => each.split(' ').length > MAX_REPEATED_WORDS);
      for (const said of long.filter((each) => seen.has(each))) report(`"${said}" is repeated.`);
      for (const said of long) seen.add(said);
    }
    line += block.split('\n').length + 1;
  }
  return { subjects, problems };
}
