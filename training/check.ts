/** Checks every talk of the training corpus, and counts what it contains: `npm run talks`. */
import { parseNotesFolder } from './notes.ts';
import { problemsIn } from './problems.ts';
import { parseQuestionsFolder } from './questions.ts';
import { parseSubjectsFolder } from './subjects.ts';
import { parseFolder, type Talk } from './talks.ts';
import { CONDITIONS, LANGUAGES } from './vocabulary.ts';

const { talks, problems } = parseFolder();
const all = [...problems, ...problemsIn(talks)];
const short = parseSubjectsFolder();
const asked = parseQuestionsFolder(talks);
const noted = parseNotesFolder();
for (const [folder, found] of [
  ['talks', all],
  ['subjects', short.problems],
  ['questions', asked.problems],
  ['notes', noted.problems],
] as const) {
  for (const { batch, line, message } of found) {
    console.error(`training/${folder}/${batch}.txt:${line}: ${message}`);
  }
}
console.table(
  Object.fromEntries([
    ...LANGUAGES.map((language) => [language, count(talks.filter((t) => t.language === language))]),
    ...CONDITIONS.map((name) => [name, count(talks.filter((t) => t.condition === name))]),
    ['all', count(talks)],
  ]),
);
console.log(`${short.subjects.length} short talks of which only the category is known`);
const own = talks.reduce((sum, { questions }) => sum + questions.length, 0);
console.log(`${asked.questions.length + own} questions`);
console.log(`${noted.notes.length} notes of a sentence`);
if (all.length + [short, asked, noted].flatMap(({ problems: some }) => some).length > 0)
  process.exitCode = 1;

function count(some: readonly Talk[]) {
  const sum = (size: (talk: Talk) => number) => some.reduce((total, talk) => total + size(talk), 0);
  const isEmpty = (talk: Talk) => talk.tasks.length + talk.events.length + talk.facts.length === 0;
  return {
    talks: some.length,
    empty: some.filter(isEmpty).length,
    turns: sum(({ turns }) => turns.length),
    tasks: sum(({ tasks }) => tasks.length),
    events: sum(({ events }) => events.length),
    facts: sum(({ facts }) => facts.length),
  };
}
