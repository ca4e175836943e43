/**
 * Measures the network sentence by sentence on talks that it did not learn from, and the chances at
 * which it should decide: `node training/reading/measure.ts [FOLDER OF TALKS]`.
 */
import { load } from '../../src/engines/reading/network.ts';
import { answersIn } from '../../src/engines/reading/answers.ts';
import { readTalk } from '../../src/engines/reading/talk.ts';
import { readTalks, type Talk } from '../talks.ts';

const folder = process.argv[2] ?? new URL('../../eval/talks/seen', import.meta.url).pathname;
const assets = process.argv[3];
const loaded = load(assets ? new URL(`file://${assets}/`) : undefined);

interface Judged {
  chance: number;
  isRight: boolean;
}

const judged: Record<string, Judged[]> = {};
const judge = (name: string, chance: number, isRight: boolean) =>
  (judged[name] ??= []).push({ chance, isRight });
let [categories, dues, dueCount, pieces] = [0, 0, 0, 0];
const talks = readTalks(folder);
const started = performance.now();

for (const talk of talks) {
  const turns = talk.turns.map(({ text, speaker }) => ({
    text,
    speaker,
    isUser: speaker === talk.user,
  }));
  const reading = readTalk({ language: talk.language, turns }, talk.when, loaded);
  pieces += talk.turns.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const placesOf = (gold: { turns: number[]; span: string }) =>
    gold.turns.flatMap((number) => {
      const start = talk.turns[number - 1]!.text.indexOf(gold.span);
      return start < 0 ? [] : [{ turn: number - 1, start, end: start + gold.span.length }];
    });
  for (const sentence of reading.sentences) {
    const { unit } = sentence;
    const holds = (gold: { turns: number[]; span: string }) =>
      placesOf(gold).some(
        ({ turn, start, end }) => turn === unit.turn && start < unit.end && end > unit.start,
      );
    judge('task', sentence.task, talk.tasks.some(holds));
    judge('event', sentence.event, talk.events.some(holds));
    judge('fact', sentence.fact, talk.facts.some(holds));
    judge(
      'own fact',
      sentence.fact * sentence.own,
      talk.facts.some((fact) => fact.subject === 'user' && holds(fact)),
    );
    for (const task of talk.tasks.filter(holds)) {
      dueCount += 1;
      const due = reading.dues.get(unit)?.time ?? null;
      dues += Number((due?.date ?? null) === (task.due?.slice(0, 10) ?? null));
      judge('task of user', sentence.user, talk.user !== null && task.who.includes(talk.user));
    }
  }
  const starts = new Map<string, number>();
  for (const { date, time, event } of reading.times) {
    const key = time === null ? date : `${date}T${time}`;
    starts.set(key, Math.max(starts.get(key) ?? 0, event));
  }
  for (const [key, chance] of starts)
    judge(
      'start',
      chance,
      talk.events.some(({ start }) => start === key),
    );
  const best = Object.entries(reading.categories).toSorted(
    (one, other) => other[1] - one[1],
  )[0]![0];
  categories += Number(best === talk.category);
  if (talks.indexOf(talk) % 8 === 0) answer(talk, turns);
}

/** Asks the questions of a talk in windows of turns, as the service does. */
function answer(talk: Talk, turns: { text: string; speaker: string; isUser: boolean }[]) {
  const windows: { text: string; speaker: string; isUser: boolean }[][] = [];
  for (let at = 0; at < turns.length; at += 4) windows.push(turns.slice(at, at + 7));
  for (const { text, answers } of talk.questions) {
    const found = answersIn(
      text,
      windows.map((window) => ({ turns: window })),
      loaded,
    ).filter((one) => one !== null);
    const best = found.toSorted((one, other) => other.chance - one.chance)[0]!;
    const said = windows[best.passage]![best.turn]!.text;
    const words = said.slice(best.start, best.end).toLowerCase();
    const isPlace = answers.some(
      (one) =>
        said.toLowerCase().includes(one.toLowerCase()) &&
        one.split(' ').some((word) => words.includes(word.toLowerCase())),
    );
    if (answers.length > 0) judge('answer right', best.chance, isPlace);
    judge('answerable', best.chance, answers.length > 0);
  }
}

for (const [name, all] of Object.entries(judged)) {
  const sorted = all.toSorted((one, other) => other.chance - one.chance);
  const total = all.filter(({ isRight }) => isRight).length;
  let [right, sum] = [0, 0];
  let best = { f: 0, precision: 0, recall: 0, at: 0 };
  for (const [index, { isRight, chance }] of sorted.entries()) {
    if (isRight) {
      right += 1;
      sum += right / (index + 1);
    }
    const [precision, recall] = [right / (index + 1), right / total];
    const f = (2 * precision * recall) / (precision + recall || 1);
    if (f > best.f) best = { f, precision, recall, at: chance };
  }
  const bins = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97].map((low, at, lows) => {
    const some = all.filter(({ chance }) => chance >= low && chance < (lows[at + 1] ?? 2));
    const share = some.filter(({ isRight }) => isRight).length / (some.length || 1);
    return `${low}:${Math.round(100 * share)}%(${some.length})`;
  });
  const { slope, offset } = fitted(all);
  const percent = (share: number) => Math.round(100 * share);
  console.log(`${name}: average precision ${percent(sum / total)}, ${total} of ${all.length}`);
  console.log(
    `  best: right ${percent(best.precision)}, found ${percent(best.recall)} at ${best.at}`,
  );
  console.log(`  slope ${slope.toFixed(2)}, offset ${offset.toFixed(2)}; ${bins.join(' ')}`);
}
const share = (count: number, of: number) => `${Math.round((100 * count) / of)} %`;
console.log(`category ${share(categories, talks.length)}, due days ${share(dues, dueCount)}`);
const took = Math.round((performance.now() - started) / (pieces / 1_000));
console.log(`${talks.length} talks, ${took} ms for 1,000 words with questions`);

/** The line over the log odds that makes the chances true (Platt), by Newton's method. */
function fitted(all: readonly Judged[]): { slope: number; offset: number } {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < 30; round += 1) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6];
    for (const { chance, isRight } of all) {
      const safe = Math.min(1 - 1e-4, Math.max(1e-4, chance));
      const odds = Math.log(safe / (1 - safe));
      const guess = 1 / (1 + Math.exp(-(slope * odds + offset)));
      const [wrong, weight] = [Number(isRight) - guess, guess * (1 - guess)];
      a += wrong * odds;
      b += wrong;
      aa += weight * odds * odds;
      ab += weight * odds;
      bb += weight;
    }
    const determinant = aa * bb - ab * ab || 1e-9;
    // Whole steps may leap over the best line where most chances are near 0 or 1.
    slope += bounded((bb * a - ab * b) / determinant);
    offset += bounded((aa * b - ab * a) / determinant);
  }
  return { slope, offset };
}

function bounded(step: number): number {
  return Math.max(-0.3, Math.min(0.3, step));
}
