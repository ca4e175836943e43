/**
 * Writes what the reading network learns from, as one JSON object a line: `node examples.ts FOLDER`.
 * The pieces, sentences and named times are those of the service, so `train.py` has only to learn.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATEGORIES } from '../../src/engines/understanding/maker.ts';
import { piecesOfText } from '../../src/engines/reading/input.ts';
import { unitsOf } from '../../src/engines/words/units.ts';
import { parseQuestionsFolder } from '../questions.ts';
import { readSubjects } from '../subjects.ts';
import { readTalks } from '../talks.ts';
import { ACTS, RELATIONS } from '../vocabulary.ts';
import { pieces, spokenOf } from './places.ts';
import { alternativesIn, questionExamples } from './question-examples.ts';
import { talkExamples } from './talk-examples.ts';

export function examples() {
  const talks = readTalks();
  const { questions, problems } = parseQuestionsFolder(talks);
  if (problems.length > 0 && !process.env['LENIENT'])
    throw new Error(`${problems[0]!.batch}.txt:${problems[0]!.line}: ${problems[0]!.message}`);
  const asked = Map.groupBy(questions, ({ batch, slug }) => `${batch}/${slug}`);
  const withQuestions = talks.flatMap((talk) => {
    const own = talk.questions.flatMap(({ text, answers }) => {
      const place = alternativesIn(talk, answers);
      return place === undefined ? [] : [{ text, place, verdict: null }];
    });
    const written = (asked.get(`${talk.batch}/${talk.slug}`) ?? []).map(({ text, answer }) => {
      const start = answer ? (talk.turns[answer.turn - 1]?.text.indexOf(answer.span) ?? -1) : 0;
      if (start < 0) return { text, place: null, verdict: null };
      const place = answer && { turn: answer.turn - 1, start, end: start + answer.span.length };
      return { text, place, verdict: answer?.verdict ?? null };
    });
    return questionExamples(talk, [...own, ...written]);
  });
  const sentences = new Set(
    talks.flatMap((talk) => [
      ...unitsOf(spokenOf(talk)).map(({ text }) => text),
      ...talk.facts.map(({ value }) => value),
      ...(talk.title === null ? [] : [talk.title]),
    ]),
  );
  return {
    talks: talks.flatMap(talkExamples),
    subjects: readSubjects().map(({ category, lines }) => ({
      category: CATEGORIES.indexOf(category),
      ids: [
        pieces.first,
        ...lines.flatMap((line) => [pieces.separator, ...pieces.of(line).map(({ id }) => id)]),
      ].slice(0, 384),
    })),
    questions: withQuestions,
    sentences: [...sentences]
      .filter((text) => text.length > 8)
      .map((text) => piecesOfText(text, pieces)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]!;
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(examples())) {
    const text = rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
    writeFileSync(join(folder, `${name}.jsonl`), text);
    console.log(`${rows.length} ${name}`);
  }
  const meta = {
    acts: ACTS,
    categories: CATEGORIES,
    relations: RELATIONS,
    separator: pieces.separator,
    prefix: pieces.of('query:').map(({ id }) => id),
  };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
}
