/** Compares what the user says with a fact that is known: is it over, told again, or another? */
import { wasTakenAway } from './same-fact.ts';
import { valueStems } from './clauses.ts';
import { isSingle, saidIn, storedIn, type Claim, type Ending, type Said } from './claims.ts';

export interface Verdict {
  verdict: 'closed' | 'retold';
  /** The name of the rule that decided. */
  rule: string;
}

/** Returns null when the words say nothing about the fact. */
export function compared(known: string, said: string, language: string): Verdict | null {
  const former = storedIn(known, language);
  const later = saidIn(said, language);
  const ending = later.endings.find((one) => ends(one, former));
  if (ending) return { verdict: 'closed', rule: ending.rule };
  let same: Verdict | null = null;
  for (const claim of later.claims) {
    for (const before of former.claims) {
      if (before.who !== claim.who || before.relation !== claim.relation) continue;
      if (isCompatible(before, claim)) {
        if (tellsAllOf(before, claim)) same ??= { verdict: 'retold', rule: claim.rule.name };
      } else if (replaces(before, claim, later))
        return { verdict: 'closed', rule: claim.rule.name };
    }
  }
  return same ?? sameWords(known, said, later, former);
}

function ends({ who, value, relations, isWhole }: Ending, former: Said): boolean {
  const isAbout = former.claims.some((claim) => claim.who === who);
  if (relations.length > 0) {
    if (relations[0] === 'pregnant') return former.stems.has('pregnant');
    return former.claims.some(
      (claim) =>
        claim.who === who &&
        ((relations.includes(claim.relation) && isSubset(value, claim.about)) ||
          (value.size > 0 && isSubset(value, membershipOf(claim)))),
    );
  }
  if (isWhole) {
    return former.claims.some(
      (claim) => claim.who === who && claim.relation === 'does' && isSubset(claim.value, value),
    );
  }
  if (former.endings.length > 0) return false;
  const isUsers = who === 'user' || isAbout;
  return isUsers && [...value].every((stem) => former.stems.has(stem));
}

/** What a person belongs to: "Sings in the choir", "Plays tennis for the county". */
function membershipOf({ relation, said }: Claim): ReadonlySet<string> {
  if (relation === 'member') return valueStems(said);
  const group = relation === 'does' && MEMBERSHIP.exec(said);
  return group ? valueStems(group.groups!['v']!) : new Set();
}

const MEMBERSHIP = /^(?:sings?|plays?)\s+(?:\p{L}+\s+)?(?:in|for|with)\s+(?<v>.+)$/iu;

const isSubset = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((stem) => other.has(stem));

const isEither = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isSubset(one, other) || isSubset(other, one);

/** Returns whether both may be true: one says the same as the other, or less. */
function isCompatible(before: Claim, claim: Claim): boolean {
  if (before.count !== null && claim.count !== null && before.count !== claim.count) return false;
  // "I swim" may be another habit than "Swims in cold water".
  const isOther = claim.relation === 'does' && before.value.size !== claim.value.size;
  if (isOther) return false;
  return isEither(before.value, claim.value) && isEither(before.details, claim.details);
}

/** "I live in Lisbon" does not tell again who "Lives in Lisbon near the river". */
const tellsAllOf = (before: Claim, claim: Claim): boolean =>
  isSubset(before.value, claim.value) &&
  isSubset(before.details, claim.details) &&
  (before.count === null || before.count === claim.count);

function replaces(before: Claim, claim: Claim, { isChange }: Said): boolean {
  if (!isSingle(claim) || claim.rule.closes === 'never') return false;
  if (claim.rule.closes !== 'always' && !isChange) return false;
  // Several things can be had or done: only another number or another day of the same closes.
  if (claim.relation === 'has' || claim.relation === 'does') {
    const isHabit = claim.relation === 'does';
    if (isHabit && before.value.size !== claim.value.size) return false;
    return isEither(before.value, claim.value);
  }
  return true;
}

const LANGUAGES = ['en', 'de', 'es'];

/**
 * Returns whether two texts say what can be true only once, such as where somebody lives. Then the one
 * that was said later is true today.
 */
export const isSameMatter = (one: string, other: string): boolean =>
  LANGUAGES.some((language) => {
    const [former, later] = [storedIn(one, language), storedIn(other, language)];
    return later.claims.some((claim) =>
      former.claims.some(
        (before) =>
          before.who === claim.who &&
          before.relation === claim.relation &&
          (isCompatible(before, claim) || replaces(before, claim, { ...later, isChange: true })),
      ),
    );
  });

/** The same words in another order or form. */
function sameWords(known: string, said: string, later: Said, former: Said): Verdict | null {
  const isAlike = later.claims.some((claim) =>
    former.claims.some(({ who, relation }) => who === claim.who && relation === claim.relation),
  );
  return isAlike && wasTakenAway({ rejected_memories: [known] })(said)
    ? { verdict: 'retold', rule: 'same-words' }
    : null;
}
