/**
 * Learns the models of the small reader from `training/talks`, and writes `assets/reader.bin`. The
 * same talks give the same file. Prints how well talks are read by models that did not learn from
 * their batch.
 *
 *     npm run train
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Acts, ACTS } from '../src/engines/understanding/reader/acts.ts';
import { categoryFeatures } from '../src/engines/understanding/reader/category-features.ts';
import { tokenFeatures, unitFeatures } from '../src/engines/understanding/reader/features.ts';
import {
  chosenDue,
  dueOptions,
  eventFeatures,
  type DueOption,
} from '../src/engines/understanding/reader/times/meant-times.ts';
import {
  hashed,
  scores,
  writeModels,
  type LinearModel,
} from '../src/engines/understanding/reader/model.ts';
import { KINDS } from '../src/engines/understanding/reader/kinds.ts';
import { TAGS } from '../src/engines/understanding/reader/spans.ts';
import {
  candidateFeatures,
  candidatesOf,
} from '../src/engines/understanding/reader/times/times.ts';
import type { Unit } from '../src/engines/understanding/reader/units.ts';
import { WordClusters } from '../src/engines/understanding/reader/word-clusters.ts';
import { CATEGORIES } from '../src/engines/understanding/maker.ts';
import type { DenseModel } from '../src/engines/understanding/reader/dense-model.ts';
import { studied, tagsOf, type Studied } from './examples.ts';
import { quoteChoices, topicChoices } from './gist.ts';
import { nameChoices } from './names.ts';
import { learnChoices } from './learn-choices.ts';
import { learn, learnChoice, type Choice, type Example, type Learning } from './learn.ts';
import { hashOfReaderFeatures, hashOfTalks } from './hashes.ts';
import { learnCategory, learnItems, meaningsOfTalks } from './meaning.ts';
import { boundFor, percent, report } from './report.ts';
import { readSubjects } from './subjects.ts';
import { readTalks } from './talks.ts';

const FOLDS = 5;
const started = performance.now();
const clusters = WordClusters.read(new URL('../assets/word-clusters.txt', import.meta.url));
const share = Number(process.env['SHARE'] ?? 1);
const talks = readTalks()
  .filter(
    ({ slug }) =>
      parseInt(createHash('sha256').update(slug).digest('hex').slice(0, 4), 16) / 65_536 < share,
  )
  .map((talk) => studied(talk, clusters));
const batches = [...new Set(talks.map(({ talk }) => talk.batch))];
const foldOf = ({ talk }: Studied) => batches.indexOf(talk.batch) % FOLDS;

type ExamplesOf = (talk: Studied) => Example[];
const models = new Map<string, LinearModel>();
const dense = new Map<string, DenseModel>();
const meanings = meaningsOfTalks(talks);
const folds = { folds: FOLDS, foldOf };

/**
 * Learns a model of all talks, and returns the scores of each talk's examples by a model that did
 * not learn from its batch.
 */
function learnAndJudge(
  name: string,
  examplesOf: ExamplesOf,
  learning: Learning,
): Map<Studied, Float64Array[]> {
  const examples = new Map(talks.map((talk) => [talk, examplesOf(talk)]));
  const judged = new Map<Studied, Float64Array[]>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = talks
      .filter((talk) => foldOf(talk) !== fold)
      .flatMap((talk) => examples.get(talk)!);
    const model = learn(others, learning);
    for (const talk of talks.filter((each) => foldOf(each) === fold)) {
      judged.set(
        talk,
        examples.get(talk)!.map(({ features }) => scores(model, hashed(features))),
      );
    }
  }
  models.set(name, learn([...examples.values()].flat(), learning));
  report(
    name,
    talks.flatMap((talk) =>
      examples.get(talk)!.map(({ labels }, at) => ({ labels, scores: judged.get(talk)![at]! })),
    ),
    learning.labels,
  );
  return judged;
}

const own = new Map(
  talks.flatMap(({ all }) => all.units.map((unit) => [unit, unitFeatures(unit, all)] as const)),
);

const byUnit = (judged: ReadonlyMap<Studied, Float64Array[]>): Map<Unit, Float64Array> =>
  new Map(
    talks.flatMap((talk) =>
      talk.all.units.map((unit, at) => [unit, judged.get(talk)![at]!] as const),
    ),
  );

const actScores = byUnit(
  learnAndJudge(
    'acts',
    ({ all, acts: of }) =>
      all.units.map((unit) => ({ features: own.get(unit)!, labels: of[unit.turn]! })),
    { labels: ACTS },
  ),
);
const actsOf = new Map(talks.map((talk) => [talk, new Acts(talk.all, actScores)]));
const withActs = (unit: Unit, talk: Studied) => [
  ...own.get(unit)!,
  ...actsOf.get(talk)!.featuresOf(unit),
];
const byWords = byUnit(
  learnAndJudge(
    'items',
    (talk) =>
      talk.all.units.map((unit) => ({
        features: withActs(unit, talk),
        labels: talk.kinds.get(unit)!,
      })),
    { labels: KINDS },
  ),
);
const byMeaning = learnItems(meanings, byWords, { kinds: KINDS, folds });
dense.set('items with meaning', byMeaning.learnt);
const items = new Map(
  talks.flatMap((talk) =>
    talk.all.units.map(
      (unit, at) => [unit, byMeaning.judged.get(talk)?.[at] ?? byWords.get(unit)!] as const,
    ),
  ),
);
report(
  'items with meaning',
  talks.flatMap((talk) =>
    talk.all.units.map((unit) => ({
      labels: talk.kinds.get(unit)!,
      scores: items.get(unit)!,
    })),
  ),
  KINDS,
);
learnAndJudge(
  'owner',
  (talk) =>
    talk.tasks.map(({ unit, isForOther }) => ({
      features: withActs(unit, talk),
      labels: isForOther ? ['other'] : [],
    })),
  { labels: ['other'] },
);
for (const kind of KINDS) {
  learnAndJudge(
    `${kind} words`,
    (talk) =>
      talk.spans
        .filter((span) => span.kind === kind)
        .flatMap(({ unit, start, end }) =>
          tagsOf(unit, start, end).map((tag, at) => ({
            features: tokenFeatures(at, unit, talk.all),
            labels: [tag],
          })),
        ),
    { labels: TAGS, choice: 'one' },
  );
}
const events = learnAndJudge(
  'event',
  (talk) =>
    candidatesOf(talk.named).map((candidate) => ({
      features: [
        ...candidateFeatures(candidate, talk.named, talk.all, actsOf.get(talk)!),
        ...eventFeatures(candidate, { all: talk.all, items }),
      ],
      labels: talk.starts.some((start) => isSame(candidate, start)) ? ['start'] : [],
    })),
  { labels: ['start'] },
);
const dueChoices = new Map(
  talks.map((talk) => {
    const candidates = candidatesOf(talk.named).map((candidate, at) => ({
      ...candidate,
      features: candidateFeatures(candidate, talk.named, talk.all, actsOf.get(talk)!),
      event: events.get(talk)![at]![0]!,
    }));
    return [
      talk,
      talk.tasks.map(({ unit, due }) => {
        const options = dueOptions(unit, withActs(unit, talk), candidates, talk.named.today).map(
          ({ time, candidate, features }) => ({
            time,
            features: [...(candidate?.features ?? []), ...features],
          }),
        );
        return { options, right: rightOptions(options, due), due };
      }),
    ] as const;
  }),
);

function rightOptions(options: readonly Pick<DueOption, 'time'>[], due: string | null): boolean[] {
  const exact = options.map(({ time }) =>
    due === null ? time === null : time !== null && isSame(time, due),
  );
  if (exact.includes(true)) return exact;
  return options.map(({ time }) => time !== null && time.date === due!.slice(0, 10));
}

const choicesOf = (some: readonly Studied[]) => some.flatMap((talk) => dueChoices.get(talk)!);
const dues = { right: 0, of: 0 };
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = learnChoice(choicesOf(talks.filter((talk) => foldOf(talk) !== fold)));
  for (const { options, due } of choicesOf(talks.filter((talk) => foldOf(talk) === fold))) {
    const rated = options.map(({ features }) => scores(model, hashed(features))[0]!);
    const [given, right] = [chosenDue(options, rated)?.date, due?.slice(0, 10)];
    if (right ?? given) dues.of += 1;
    if (right && right === given) dues.right += 1;
  }
}
models.set('due', learnChoice(choicesOf(talks)));
console.log(
  `due days: ${dues.right} of ${dues.of} right, where there is one (${percent(dues.right / dues.of)})`,
);

const choose = (name: string, choicesIn: (talk: Studied) => Choice[], rate?: number) =>
  models.set(name, learnChoices(name, { talks, choicesIn, folds, rate }));
choose('topic', ({ talk, all }) => topicChoices(talk, { all, items }), 0.05);
choose('event name', nameChoices, 0.05);
choose('quote', (each) => quoteChoices(each.talk, each.all, (unit) => withActs(unit, each)));
const category = learnAndJudge(
  'category',
  ({ all, talk }) => [{ features: categoryFeatures(all), labels: [talk.category] }],
  { labels: CATEGORIES, choice: 'one', rounds: 30, rate: 0.1 },
);
const inMeaning = learnCategory(meanings, {
  categories: CATEGORIES,
  folds,
  subjects: readSubjects(),
});
dense.set('category by meaning', inMeaning.learnt);
for (const [name, judged] of [
  ['category', category],
  ['category by meaning, English', inMeaning.judged],
] as const) {
  const right = [...judged].filter(
    ([{ talk }, [rated]]) => CATEGORIES[rated!.indexOf(Math.max(...rated!))] === talk.category,
  );
  console.log(`${name}: ${percent(right.length / judged.size)} right`);
}

function isSame({ date, time }: { date: string; time: string | null }, start: string): boolean {
  return start === (time === null ? date : `${date}T${time}`);
}

const bounds = {
  task: boundFor('items with meaning task', 0.55),
  fact: boundFor('items with meaning fact', 0.45),
  'event time': boundFor('event start', 0.5),
};
const file = writeModels({
  data: hashOfTalks(),
  features: hashOfReaderFeatures(),
  bounds,
  models,
  dense,
});
if (share === 1) writeFileSync(new URL('../assets/reader.bin', import.meta.url), file);
console.log(
  bounds,
  `${(file.length / 1e6).toFixed(1)} MB, ${Math.round((performance.now() - started) / 1000)} s`,
);
