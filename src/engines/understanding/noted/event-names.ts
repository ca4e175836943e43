/** Names an English appointment by what is named near its time. */
import { tagged } from '../language.ts';
import { mentionsIn } from '../reader/calendar/mentions.ts';
import type { Prepared } from '../reader/features.ts';
import { hashed, scores, type LinearModel } from '../reader/model.ts';
import type { FoundEvent } from '../reader/reader.ts';
import type { Unit } from '../reader/units.ts';
import { classesOf, isTimeWord } from '../reader/word-classes.ts';
import { clusterFeatures } from '../reader/word-clusters.ts';
import { bare } from '../rules/bare.ts';
import { nounPhrases, type NounPhrase } from '../rules/key-phrases.ts';
import { isStopWord } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { wallClockOf } from '../wall-clock.ts';
import { partnerIn } from './heard.ts';
import { isNoThing, namesOccasion, occasionIn, occasionOf, titleBefore } from './occasions.ts';

export type Placed = Pick<FoundEvent, 'unit' | 'span' | 'last' | 'date'>;

export interface NameOption {
  name: string;
  features: string[];
}

/** Names with at least this chance are right in two of three appointments. */
const SURE = 0.4;

/** Chooses by a learned model, unless the sentence itself says what the occasion is. */
export function eventName(event: Placed, all: Prepared, model: LinearModel): string {
  const chosen = chosenName(event, all, model);
  const said = [...new Set([event.unit, event.last])].map(({ text }) => text);
  if (!chosen) {
    const own = ownNames(all);
    const [occasion] = said.flatMap((text) => occasionIn(text, own) ?? []);
    return occasion ?? asSaid(event, all) ?? meetingIn(all);
  }
  if (namesOccasion(chosen)) return chosen;
  const [owned] = said.flatMap((text) => occasionOf(text) ?? []);
  if (owned) return owned;
  const [title] = said.flatMap((text) => titleBefore(chosen, text) ?? []);
  return title && !chosen.includes(' ') ? `Appointment with ${title} ${chosen}` : chosen;
}

/** Returns null when the model is unsure. */
function chosenName(event: Placed, all: Prepared, model: LinearModel): string | null {
  const options = nameOptions(event, all).filter(({ name }) => !isNoThing(name));
  const odds = options.map(({ features }) => Math.exp(scores(model, hashed(features))[0]!));
  const best = Math.max(...odds);
  const chance = best / odds.reduce((sum, one) => sum + one, 0);
  // Without a thing to choose, the meeting is no choice.
  if (options.length > 1 && chance >= SURE) {
    const { name, features } = options[odds.indexOf(best)]!;
    const isAlone = !features.includes('with') || isJoint(event, all);
    return isAlone ? name : name.replace(` with ${partnerIn(all)}`, '');
  }
  return null;
}

const ownNames = ({ talk }: Prepared): ReadonlySet<string> =>
  new Set(talk.turns.map(({ speaker }) => speaker.toLowerCase()));

/** Words that say that both speakers go. Without them, the dentist of one speaker is not "with" the other. */
const JOINT =
  /\b(?:we(?:'(?:ll|re|d|ve))?|us|our|let's|together|both|meet|join|(?:with|see) (?:you|me)|come (?:over|round|around|by|to|along))\b/i;

/** Returns whether the speakers say of an appointment that they go to it together. */
function isJoint(event: Placed, { units }: Prepared): boolean {
  return units.some((unit) => isWithin(1, unit, event) && JOINT.test(unit.text));
}

/** Returns whether a sentence is at most so many turns away from those that say the appointment. */
function isWithin(turns: number, { turn }: Unit, { unit, last }: Placed): boolean {
  const [from, to] = [unit.turn, last.turn].toSorted((one, other) => one - other);
  return turn >= from! - turns && turn <= to! + turns;
}

/** The sentence that says the time, if it says something else besides. */
function asSaid({ unit, date }: Placed, { talk }: Prepared): string | null {
  const times = mentionsIn(unit.tokens, wallClockOf(date), talk.language);
  const content = unit.tokens.filter(
    ({ word }, at) => !times.some(({ from, to }) => at >= from && at < to) && tellsSomething(word),
  );
  return content.length < MIN_CONTENT ? null : `“${shortened(bare(unit.text), LONGEST_QUOTE)}”`;
}

const MIN_CONTENT = 2;
const LONGEST_QUOTE = 66;

/** Returns whether a word in lower case may name what an appointment is. */
export const tellsSomething = (word: string): boolean =>
  word.length > 2 &&
  !isStopWord(word) &&
  !isTimeWord(word) &&
  !classesOf(word).some((name) => ANSWERS.has(name));

const ANSWERS = new Set(['AGREE', 'REFUSE']);

function meetingIn(all: Prepared): string {
  const partner = partnerIn(all);
  return partner ? `Meeting with ${partner}` : 'Appointment';
}

/** Turns on each side of an appointment in which its name may stand. */
const REACH = 3;

/** Returns the things that are named near an appointment, and a meeting with the other speaker. */
export function nameOptions(event: Placed, all: Prepared): NameOption[] {
  const { units } = all;
  const own = ownNames(all);
  const near = units
    .filter((unit) => isWithin(REACH, unit, event))
    .map((unit) => ({ unit, phrases: nounPhrases(tagged(unit.text), own) }));
  const counts = new Map<string, number>();
  for (const { phrases } of near) {
    for (const { words } of phrases) {
      const head = words.at(-1)!.toLowerCase();
      counts.set(head, (counts.get(head) ?? 0) + 1);
    }
  }
  const partner = partnerIn(all);
  const things = near.flatMap(({ unit, phrases }) =>
    phrases.flatMap((phrase) => {
      const features = featuresOf(phrase, { unit, event, all, counts });
      return features ? withPartner({ name: phrase.full, features }, phrase, partner) : [];
    }),
  );
  return [...things, { name: meetingIn(all), features: [`meeting ${partner !== null}`] }];
}

/** The same thing alone, and with the other speaker: "lunch with Priya". */
function withPartner(
  { name, features }: NameOption,
  { words }: NounPhrase,
  partner: string | null,
): NameOption[] {
  const alone = { name, features };
  const head = words.at(-1)!.toLowerCase();
  if (partner === null || JOINED.test(name) || !isMeeting(head)) return [alone];
  const more = ['with', `with ${head}`];
  return [alone, { name: `${name} with ${partner}`, features: [...features, ...more] }];
}

const JOINED = / (?:with|for|of|at|to) /i;

const isMeeting = (word: string): boolean => classesOf(word).includes('MEET');

interface Around {
  unit: Unit;
  event: Placed;
  all: Prepared;
  counts: ReadonlyMap<string, number>;
}

/** Returns null for the words of a time. */
function featuresOf(
  { words, article, full }: NounPhrase,
  { unit, event, all, counts }: Around,
): string[] | null {
  const { tokens } = unit;
  const starts = words[0]!.toLowerCase();
  const at = tokens.findIndex(({ word }) => word.replace(/'(?:s|ll|d)$/, '') === starts);
  const times = mentionsIn(tokens, wallClockOf(event.date), all.talk.language);
  if (times.some(({ from, to }) => at >= from && at < to)) return null;
  const lower = words.map((word) => word.toLowerCase());
  const head = lower.at(-1)!;
  const where = whereIn(event, unit, at);
  const before = tokens[at - 1]?.word ?? '<';
  const end = at + words.length;
  const closing = tokens[end - 1]?.word.match(/'(?:s|ll|d)$/)?.[0];
  const after = closing ?? tokens[end]?.word ?? '>';
  const next = times.find(({ from }) => from >= end)?.from ?? Infinity;
  const isTime = next === end + 1;
  const follows = Math.min(MAX_COUNT, next - end);
  return [
    'thing',
    `where ${where}`,
    `head ${head}`,
    ...lower.map((word) => `word ${word}`),
    `meet ${isMeeting(head)}`,
    `meet ${isMeeting(head)} ${where}`,
    `before ${before}`,
    `before ${tokens[at - 2]?.word ?? '<'} ${before}`,
    `after ${after}`,
    `after ${after} ${isTime ? 'time' : (tokens[end + 1]?.word ?? '>')}`,
    `time follows ${follows}`,
    `time follows ${follows} ${article} ${isMeeting(head)}`,
    `article ${article}`,
    `capital ${/\p{Lu}/u.test(words.join(' '))} ${at === 0}`,
    `words ${words.length}`,
    `completed ${full.length > words.join(' ').length}`,
    `count ${Math.min(MAX_COUNT, counts.get(head)!)}`,
    `timed ${times.length > 0}`,
    `asked ${unit.text.endsWith('?')}`,
    ...clusterFeatures(all.clusters.of(head)),
  ];
}

const MAX_COUNT = 4;

/** The place of a word, seen from the words that say the appointment. */
function whereIn({ unit: own, span }: Placed, unit: Unit, at: number): string {
  if (unit === own) return at >= span.from && at < span.to ? 'span' : 'sentence';
  const turns = Math.max(-MAX_COUNT, Math.min(MAX_COUNT, unit.turn - own.turn));
  return turns === 0 ? `turn ${unit.index < own.index}` : `turns ${turns}`;
}
