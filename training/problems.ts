/** Finds contradictions in the expected results of a talk, and talks that are too similar. */
import type { Problem, Talk, Turn } from './talks.ts';
import type { ActKind } from './vocabulary.ts';

export function problemsIn(talks: readonly Talk[]): Problem[] {
  return [
    ...talks.flatMap(problemsOf),
    ...repeatedSlugs(talks),
    ...repeatedSentences(talks),
    ...frequentNames(talks),
  ];
}

/** A finding about a line of a talk. */
type Finding = Pick<Problem, 'line' | 'message'>;
type Gold = Talk['facts' | 'tasks' | 'events'][number];

function problemsOf(talk: Talk): Problem[] {
  const gold = [...talk.tasks, ...talk.events, ...talk.facts];
  const findings = [
    ...wrongNumbers(talk),
    ...talk.turns.flatMap((turn) => wrongActs(turn, talk)),
    ...wrongCondition(talk),
    ...gold.flatMap((one) => wrongSpan(one, talk)),
    ...talk.tasks.flatMap((task) => [
      ...wrongDate(task.due, task, talk),
      ...withoutAct(task, BINDING, 'task', talk),
      ...strangers(task.who, task.line, talk),
    ]),
    ...talk.events.flatMap((event) => [
      ...wrongDate(event.start, event, talk),
      ...withoutAct(event, [...BINDING, 'inform'], 'event', talk),
    ]),
    ...talk.facts.flatMap((fact) => [
      ...withoutAct(fact, ['inform', 'correct'], 'fact', talk),
      ...wrongSubject(fact.subject, fact.line, talk),
    ]),
    ...wrongHead(talk, gold.length),
  ];
  return findings.map((finding) => ({ batch: talk.batch, ...finding }));
}

function wrongHead(talk: Talk, gold: number): Finding[] {
  const { line, user, title, about } = talk;
  const speakers = talk.turns.map(({ speaker }) => speaker);
  return [
    ...(user !== null && !speakers.includes(user)
      ? [{ line, message: `The user ${user} does not speak.` }]
      : []),
    ...(gold > 0 && (title === null || about === null)
      ? [{ line, message: 'A talk with a task, an event or a fact needs a title and an about.' }]
      : []),
  ];
}

function wrongNumbers({ turns }: Talk): Finding[] {
  return turns
    .filter(({ number }, index) => number !== index + 1)
    .map(({ line, number }) => ({ line, message: `Turn ${number} is out of order.` }));
}

/** The acts that an act may answer or change; null for independent acts. */
const ANSWERS: Partial<Record<ActKind, readonly ActKind[]>> = {
  accept: ['ask', 'offer', 'propose', 'move', 'cancel', 'correct'],
  decline: ['ask', 'offer', 'propose', 'move', 'cancel', 'correct'],
  move: ['ask', 'offer', 'propose', 'accept', 'promise', 'move', 'inform', 'correct'],
  cancel: ['ask', 'offer', 'propose', 'accept', 'promise', 'move', 'inform', 'correct'],
  correct: ['ask', 'offer', 'propose', 'accept', 'promise', 'move', 'inform', 'correct', 'cancel'],
};

function wrongActs({ line, number, acts }: Turn, { turns }: Talk): Finding[] {
  return acts.flatMap(({ kind, of }) => {
    const answered = ANSWERS[kind];
    if (!answered) return of === null ? [] : [{ line, message: `${kind} takes no number.` }];
    if (of === null) return [{ line, message: `${kind} needs the number of a turn.` }];
    const other = turns.find((turn) => turn.number === of);
    if (!other) return [{ line, message: `${kind} ${of}: there is no such turn.` }];
    if (of >= number) return [{ line, message: `${kind} ${of}: that turn is not earlier.` }];
    if (other.acts.some((act) => answered.includes(act.kind))) return [];
    return [{ line, message: `${kind} ${of}: that turn has no act to ${kind}.` }];
  });
}

function wrongCondition({ line, condition, turns }: Talk): Finding[] {
  if (condition === 'dictated') {
    const speakers = new Set(turns.map(({ speaker }) => speaker));
    return speakers.size > 1 ? [{ line, message: 'A dictated talk has one speaker.' }] : [];
  }
  if (condition === 'clean') return [];
  return turns
    .filter(({ text }) => /[\p{Lu}.,;!?¿¡]/u.test(text))
    .map((turn) => ({
      line: turn.line,
      message: 'Recognised speech has no capitals and no punctuation.',
    }));
}

function turnsOf({ turns: numbers }: Gold, { turns }: Talk): Turn[] {
  return turns.filter(({ number }) => numbers.includes(number));
}

function wrongSpan(gold: Gold, talk: Talk): Finding[] {
  const { line, span } = gold;
  const named = turnsOf(gold, talk);
  const missing = gold.turns.filter((number) => !talk.turns.some((turn) => turn.number === number));
  return [
    ...missing.map((number) => ({ line, message: `There is no turn ${number}.` })),
    ...(named.some(({ text }) => text.includes(span))
      ? []
      : [{ line, message: `No named turn contains "${span}".` }]),
  ];
}

const BINDING: readonly ActKind[] = [
  'ask',
  'offer',
  'propose',
  'accept',
  'promise',
  'move',
  'correct',
];

function withoutAct(gold: Gold, kinds: readonly ActKind[], noun: string, talk: Talk): Finding[] {
  const acts = turnsOf(gold, talk).flatMap((turn) => turn.acts);
  if (acts.some(({ kind }) => kinds.includes(kind))) return [];
  return [
    { line: gold.line, message: `The turns of this ${noun} have none of: ${kinds.join(', ')}.` },
  ];
}

function strangers(names: readonly string[], line: number, { turns }: Talk): Finding[] {
  return names
    .filter((name) => !turns.some(({ speaker }) => speaker === name))
    .map((name) => ({ line, message: `${name} has a task but does not speak.` }));
}

function wrongSubject(subject: string, line: number, { user }: Talk): Finding[] {
  if (subject === 'user' && user === null) {
    return [{ line, message: 'The talk has no user; name the subject.' }];
  }
  return subject === user ? [{ line, message: `Write "user" in place of ${subject}.` }] : [];
}

const WEEKDAYS: readonly (readonly [name: string, day: number])[] = [
  'sunday monday tuesday wednesday thursday friday saturday',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
  'domingo lunes martes miércoles jueves viernes sábado',
].flatMap((names) => names.split(' ').map((name, day) => [name, day] as const));
const WORD = /\p{L}+/gu;
const bare = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');

function weekdaysIn(text: string): number[] {
  const words = new Set(text.toLowerCase().match(WORD)?.map(bare));
  return WEEKDAYS.filter(([name]) => words.has(bare(name))).map(([, day]) => day);
}

function wrongDate(date: string | null, { line, span }: Gold, { when }: Talk): Finding[] {
  if (date === null) return [];
  const weekday = new Date(`${date.slice(0, 10)}T00:00Z`).getUTCDay();
  const named = weekdaysIn(span);
  return [
    ...(date < when.slice(0, date.length)
      ? [{ line, message: `${date} is before the talk, which is at ${when}.` }]
      : []),
    ...(named.length > 0 && !named.includes(weekday)
      ? [{ line, message: `${date} is not the weekday of "${span}".` }]
      : []),
  ];
}

function repeatedSlugs(talks: readonly Talk[]): Problem[] {
  const slugs = Map.groupBy(talks, ({ slug }) => slug);
  return [...slugs.values()].flatMap(([first, ...more]) =>
    more.map(({ batch, line, slug }) => ({
      batch,
      line,
      message: `The slug ${slug} is also in ${first!.batch}.`,
    })),
  );
}

const MAX_REPEATED_WORDS = 6;

function repeatedSentences(talks: readonly Talk[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const { batch, slug, turns } of talks) {
    for (const { line, text } of turns) {
      for (const sentence of text.toLowerCase().split(/[.!?]+/)) {
        const words = sentence.match(WORD) ?? [];
        if (words.length <= MAX_REPEATED_WORDS) continue;
        const key = words.join(' ');
        const first = seen.get(key) ?? slug;
        seen.set(key, first);
        if (first === slug) continue;
        problems.push({ batch, line, message: `"${sentence.trim()}" is also in ${first}.` });
      }
    }
  }
  return problems;
}

const MAX_SHARE = 0.03;
/** Shares of fewer talks than this have no meaning. */
const MIN_TALKS = 3;
const ROLES = new Set(
  (
    'Mum Mam Mom Dad Gran Grandma Grandad Mama Papa Oma Opa Mamá Papá Abuela Abuelo ' +
    'Customer Caller Voice Nurse Doctor Driver Teacher'
  ).split(' '),
);

function frequentNames(talks: readonly Talk[]): Problem[] {
  const used = new Map<string, Talk[]>();
  for (const talk of talks) {
    for (const name of namesIn(talk)) used.set(name, [...(used.get(name) ?? []), talk]);
  }
  const max = Math.max(MIN_TALKS, Math.floor(talks.length * MAX_SHARE));
  return [...used]
    .filter(([name, { length }]) => length > max && !ROLES.has(name))
    .map(([name, found]) => ({
      batch: found.at(-1)!.batch,
      line: found.at(-1)!.line,
      message: `${name} is in ${found.length} talks, at most ${max}. Use another name.`,
    }));
}

function namesIn({ turns, events, facts }: Talk): Set<string> {
  const names = [
    ...turns.map(({ speaker }) => speaker),
    ...events.flatMap((event) => event.with),
    ...facts.map(({ subject }) => subject),
  ];
  return new Set(names.filter((name) => name !== 'user' && name !== 'you'));
}
