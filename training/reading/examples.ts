/**
 * Writes what the reading network learns from, as one JSON object a line: `node examples.ts FOLDER`.
 * The pieces, sentences and named times are those of the service, so `train.py` has only to learn.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTS } from '../../src/engines/understanding/reader/acts.ts';
import { CATEGORIES } from '../../src/engines/understanding/maker.ts';
import { candidatesOf, timesIn, type TimeCandidate } from '../../src/engines/reading/times.ts';
import { chunksOf, questionOf, textOf, type Chunk } from '../../src/engines/reading/input.ts';
import { mayBeDue } from '../../src/engines/reading/talk.ts';
import { Pieces } from '../../src/engines/reading/pieces.ts';
import { unitsOf, type Unit } from '../../src/engines/reading/units.ts';
import { parseQuestionsFolder } from '../questions.ts';
import { readSubjects } from '../subjects.ts';
import { readTalks, type Talk } from '../talks.ts';
import { RELATIONS } from '../vocabulary.ts';

const pieces = new Pieces(new URL('../../assets/reading.vocabulary.txt', import.meta.url));

type Range = [from: number, to: number];
interface Place {
  turn: number;
  start: number;
  end: number;
}

/** Words that begin alike are forms of the same word. */
const STEM = 5;
const EMPTY = new Set(
  (
    'the and for with that this from have has had are was were will would can could should you your they them ' +
    'their she her him his its our who what when which not but about into out off over get got let one some all ' +
    'then there here just also der die das den dem des ein eine einen einem einer und oder mit für von vom zum zur ' +
    'aus auf bei nach ich wir sie ihr mir mich dir dich uns ist sind war hat habe haben wird noch mal auch los las ' +
    'una unos unas del con por para que como esta este esto son fue hay mis tus sus nos'
  ).split(' '),
);
const stemsOf = (text: string): Set<string> =>
  new Set(wordsIn(text).flatMap(({ stem }) => stem ?? []));

function wordsIn(text: string): { start: number; end: number; stem: string | null }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
    const isEmpty = EMPTY.has(word.toLowerCase()) || (plain.length < 3 && !/\d/.test(plain));
    return { start: index, end: index + word.length, stem: isEmpty ? null : plain.slice(0, STEM) };
  });
}

const piecesIn = (
  { units, places }: Chunk,
  all: readonly Unit[],
  { turn, start, end }: Place,
): Range | null => {
  let range: Range | null = null;
  for (const { index, from, to } of units) {
    if (all[index]!.turn !== turn) continue;
    for (let at = from; at < to; at += 1) {
      const place = places[at]!;
      if (place.start < end && place.end > start) range = [range?.[0] ?? at, at + 1];
    }
  }
  return range;
};

/** The places of the content words of some turns that a text contains, too. */
function sharedWords(talk: Talk, turns: readonly number[], text: string): Place[] {
  const wanted = stemsOf(text);
  return turns.flatMap((turn) =>
    wordsIn(talk.turns[turn]?.text ?? '').flatMap(({ start, end, stem }) =>
      stem !== null && wanted.has(stem) ? [{ turn, start, end }] : [],
    ),
  );
}

/** The place of a span in the first of its turns that contains it. */
function placeOf(gold: { turns: number[]; span: string }, talk: Talk): Place[] {
  for (const number of gold.turns) {
    const start = talk.turns[number - 1]!.text.indexOf(gold.span);
    if (start >= 0) return [{ turn: number - 1, start, end: start + gold.span.length }];
  }
  return [];
}

const around = (turns: readonly number[], before: number, after: number): number[] => {
  const [first, last] = [Math.min(...turns) - 1, Math.max(...turns) - 1];
  return Array.from({ length: last + after - first + before + 1 }, (_, at) => first - before + at);
};

const spokenOf = (talk: Talk) => ({
  language: talk.language,
  turns: talk.turns.map(({ text, speaker }) => ({ text, speaker, isUser: speaker === talk.user })),
});

function talkExamples(talk: Talk) {
  const spoken = spokenOf(talk);
  const units = unitsOf(spoken);
  const named = timesIn({ units, talk: spoken }, talk.when);
  const candidates = candidatesOf(named);
  return chunksOf(spoken, units, pieces).map((chunk) =>
    chunkExample({ talk, units, chunk, candidates, today: named.today }),
  );
}

interface Of {
  talk: Talk;
  units: readonly Unit[];
  chunk: Chunk;
  candidates: readonly TimeCandidate[];
  today: string;
}

const mean = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return (2 * shared) / (one.size + other.size || 1);
};

function chunkExample(of: Of) {
  const { talk, units, chunk } = of;
  const range = (place: Place) => piecesIn(chunk, units, place);
  const ranges = (places: readonly Place[]) =>
    places.flatMap((place) => [range(place)].filter((one) => one !== null));
  const spans = (golds: readonly { turns: number[]; span: string }[]) =>
    ranges(golds.flatMap((gold) => placeOf(gold, talk)));
  const gist = stemsOf(`${talk.title ?? ''} ${talk.about ?? ''}`);
  const at = new Map(chunk.units.map(({ index }, place) => [index, place]));
  return {
    id: `${talk.batch}/${talk.slug}`,
    language: talk.language,
    ids: chunk.ids,
    units: chunk.units.map(({ from, to }) => [from, to]),
    labels: chunk.units.map(({ index }) => unitLabels(units[index]!, talk, gist)),
    spans: {
      task: spans(talk.tasks),
      event: spans(talk.events),
      fact: spans(talk.facts),
      name: ranges(
        talk.events.flatMap(({ what, turns }) => sharedWords(talk, around(turns, 2, 1), what)),
      ),
      what: ranges(
        talk.tasks.flatMap(({ what, turns }) => sharedWords(talk, around(turns, 2, 1), what)),
      ),
      value: ranges(
        talk.facts.flatMap(({ value, turns }) => sharedWords(talk, around(turns, 0, 0), value)),
      ),
      title:
        talk.title === null ? [] : ranges(sharedWords(talk, [...talk.turns.keys()], talk.title)),
    },
    category: CATEGORIES.indexOf(talk.category),
    worth: Number(talk.tasks.length + talk.events.length + talk.facts.length > 0),
    ...timeLabels(of, at),
  };
}

function unitLabels(unit: Unit, talk: Talk, gist: ReadonlySet<string>) {
  const isIn = (gold: { turns: number[]; span: string }) =>
    placeOf(gold, talk).some(
      ({ turn, start, end }) => turn === unit.turn && start < unit.end && end > unit.start,
    );
  const isFirstOf = (gold: { turns: number[]; span: string }) =>
    placeOf(gold, talk).some(
      ({ turn, start }) => turn === unit.turn && start >= unit.start && start < unit.end,
    );
  const tasks = talk.tasks.filter(isFirstOf);
  const facts = talk.facts.filter(isIn);
  const { speaker, acts } = talk.turns[unit.turn]!;
  return {
    task: Number(tasks.length > 0),
    event: Number(talk.events.some(isFirstOf)),
    fact: Number(facts.length > 0),
    own: Number(facts.some(({ subject }) => subject === 'user')),
    over: Number(facts.some(({ until }) => until !== null)),
    user: Number(tasks.some(({ who }) => talk.user !== null && who.includes(talk.user))),
    speaker: Number(tasks.some(({ who }) => who.includes(speaker))),
    other: Number(tasks.some(({ who }) => who.some((name) => name !== speaker))),
    acts: ACTS.map((kind) => Number(acts.some((act) => act.kind === kind))),
    relation: facts.length > 0 ? RELATIONS.indexOf(facts[0]!.relation) : -1,
    gist: Math.round(100 * mean(stemsOf(unit.text), gist)) / 100,
  };
}

function timeLabels(
  { talk, units, chunk, candidates, today }: Of,
  at: ReadonlyMap<number, number>,
) {
  const mentions: Range[] = [];
  const keys = new Map<object, number>();
  const mentionOf = (placed: TimeCandidate['day'] | TimeCandidate['hour']): number => {
    if (!placed) return -1;
    const known = keys.get(placed);
    if (known !== undefined) return known;
    const { unit, mention } = placed;
    const range = piecesIn(chunk, units, {
      turn: unit.turn,
      start: unit.tokens[mention.from]!.start,
      end: unit.tokens[mention.to - 1]!.end,
    });
    const number = range ? mentions.push(range) - 1 : -2;
    keys.set(placed, number);
    return number;
  };
  const whole = candidates
    .map((candidate) => ({
      candidate,
      day: mentionOf(candidate.day),
      hour: mentionOf(candidate.hour),
    }))
    .filter(({ day, hour }) => day !== -2 && hour !== -2);
  const starts = new Set(talk.events.map(({ start }) => start));
  const times = whole.map(({ candidate: { date, time }, day, hour }) => [
    day,
    hour,
    Number(starts.has(time === null ? date : `${date}T${time}`)),
  ]);
  const dues = talk.tasks.flatMap((task) => {
    const unit = units.find((one) =>
      placeOf(task, talk).some(
        ({ turn, start }) => turn === one.turn && start >= one.start && start < one.end,
      ),
    );
    const place = unit && at.get(unit.index);
    if (!unit || place === undefined) return [];
    const options = [...whole.entries()].filter(([, { candidate }]) => mayBeDue(candidate, unit));
    const right = rightOptions(
      task.due,
      options.map(([, { candidate }]) => candidate),
      today,
    );
    const distance = ({ candidate: { day, hour } }: (typeof whole)[number]) =>
      (day ?? hour)!.unit.index - unit.index;
    if (right.length === 0) return [];
    return [{ unit: place, options: options.map(([index, one]) => [index, distance(one)]), right }];
  });
  return { mentions, times, dues };
}

/** Options 0 and 1 are no day and today; then the candidates. */
function rightOptions(
  due: string | null,
  candidates: readonly TimeCandidate[],
  today: string,
): number[] {
  if (due === null) return [0];
  const whole = (isRight: (one: TimeCandidate) => boolean) =>
    candidates.flatMap((one, at) => (isRight(one) ? [at + 2] : []));
  const day = due.slice(0, 10);
  const exact =
    due.length > 10
      ? whole(({ date, time }) => `${date}T${time}` === due)
      : whole(({ date, time }) => date === day && time === null);
  if (exact.length > 0) return exact;
  const sameDay = whole(({ date }) => date === day);
  return sameDay.length > 0 ? sameDay : day === today ? [1] : [];
}

/** A question with the chunks of its talk, each with the pieces that answer. */
function questionExamples(
  talk: Talk,
  questions: readonly { text: string; place: Place | null; verdict: 'yes' | 'no' | null }[],
) {
  const spoken = spokenOf(talk);
  const units = unitsOf(spoken);
  const chunks = chunksOf(spoken, units, pieces);
  return questions.map(({ text, place, verdict }) => ({
    id: `${talk.batch}/${talk.slug}`,
    language: talk.language,
    question: questionOf(text, pieces),
    verdict: verdict === null ? 0 : verdict === 'yes' ? 1 : 2,
    isAnswered: place !== null,
    passages: chunks.map((chunk) => ({
      ids: chunk.ids.slice(1),
      units: chunk.units.map(({ from, to }) => [from - 1, to - 1]),
      answer: (place && piecesIn(chunk, units, place)?.map((at) => at - 1)) ?? null,
    })),
    records: place ? recordsFor(talk, place) : [],
  }));
}

/** The facts, tasks and appointments that say the answer, too. */
function recordsFor(talk: Talk, { turn, start, end }: Place) {
  const wanted = stemsOf(talk.turns[turn]!.text.slice(start, end));
  const texts = [
    ...talk.facts
      .filter(({ turns, subject }) => turns.includes(turn + 1) && subject === 'user')
      .map(({ value }) => value),
    ...talk.tasks.filter(({ turns }) => turns.includes(turn + 1)).map(({ what }) => what),
  ].map((text) => text.charAt(0).toUpperCase() + text.slice(1));
  return texts.flatMap((text) => {
    const stems = stemsOf(text);
    if (wanted.size === 0 || [...wanted].some((stem) => !stems.has(stem))) return [];
    const places = wordsIn(text).filter(({ stem }) => stem !== null && wanted.has(stem));
    const [from, to] = [places[0]!.start, places.at(-1)!.end];
    const own = pieces.of(text);
    const inside = own.flatMap((piece, at) => (piece.start < to && piece.end > from ? [at] : []));
    return [
      {
        ids: [pieces.separator, ...own.map(({ id }) => id)],
        answer: [inside[0]! + 1, inside.at(-1)! + 2],
      },
    ];
  });
}

function alternativesIn(talk: Talk, answers: readonly string[]): Place | null | undefined {
  if (answers.length === 0) return null;
  for (const answer of answers) {
    for (const [turn, { text }] of talk.turns.entries()) {
      const start = text.toLowerCase().indexOf(answer.toLowerCase());
      if (start >= 0) return { turn, start, end: start + answer.length };
    }
  }
  return undefined;
}

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
    sentences: [...sentences].filter((text) => text.length > 8).map((text) => textOf(text, pieces)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]!;
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const [name, rows] of Object.entries(examples())) {
    const text = rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
    writeFileSync(join(folder, `${name}.jsonl`), text);
    hash.update(text);
    console.log(`${rows.length} ${name}`);
  }
  const meta = {
    acts: ACTS,
    categories: CATEGORIES,
    relations: RELATIONS,
    separator: pieces.separator,
    prefix: pieces.of('query:').map(({ id }) => id),
  };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ ...meta, hash: hash.digest('hex') }));
}
