/** Reads facts and their ends in the words of the user, by the rules of `relations.ts` and `endings.ts`. */
import { memoised } from '../words/memo.ts';
import { clausesOf, fullForm, NUMBERS, relativeOf, valueStems, type Clause } from './clauses.ts';
import { ENDING_RULES } from './endings.ts';
import { RELATION_RULES } from './relations/relations.ts';
import type { RelationRule } from './relations/rule.ts';

export interface Claim {
  rule: RelationRule;
  /** `user`, or a relative of the user. */
  who: string;
  /** The relation, with what it is about: `favourite film`. */
  relation: string;
  value: ReadonlySet<string>;
  /** The words of the value. */
  said: string;
  /** All content words of the clause: "Works as a nurse at the council". */
  about: ReadonlySet<string>;
  /** Details that may change: "on Tuesdays", "ten kilometres". */
  details: ReadonlySet<string>;
  count: number | null;
}

export interface Ending {
  rule: string;
  who: string;
  /** What is over; empty when `relations` says it. */
  value: ReadonlySet<string>;
  relations: readonly string[];
  /** True for a verb that is over only as a habit of its own. */
  isWhole: boolean;
}

export interface Said {
  claims: readonly Claim[];
  endings: readonly Ending[];
  /** True when the words say that something is different now. */
  isChange: boolean;
  /** All content words, for endings that name only one of them. */
  stems: ReadonlySet<string>;
}

/** Wishes, conditions and stories of the past say nothing about today. */
const NOT_TODAY = new RegExp(
  String.raw`\b(?:would|could|might|should|maybe|perhaps|almost|nearly|used to|applied|want(?:s|ed)? to|wanna|` +
    String.raw`hop(?:e|es|ing) to|going to|gonna|thinking of|thinking about|planning|plan to|wish|'d` +
    String.raw`|today|when (?:i|we) (?:was|were)|` +
    String.raw`years ago|back in|(?:in|since) the \p{L}+ties|(?:19|20)\d\d|as a (?:child|kid)|` +
    String.raw`vielleicht|würde|möchte|wollte|will|falls|früher|damals|als kind|` +
    String.raw`quiero|quisiera|quizás|me gustaría|voy a|antes)\b|\?`,
  'iu',
);
/** Conditions, which count for the whole sentence. "May" is a month too. */
const CONDITION = /\b(?:[Ii]f|may|[Ff]alls|[Ss]i)\b/u;
const CHANGE = new RegExp(
  String.raw`\b(?:now|these days|nowadays|new|instead|since|any more|no longer|changed|switched|sold|moved|` +
    String.raw`only|just|turned|jetzt|inzwischen|neue[rn]?|seit|nun|gezogen|ahora|nuev[oa]|desde|mudado)\b`,
  'iu',
);
const DETAIL = new RegExp(
  '^(?:monda|tuesda|wednes|thursd|frida|saturd|sunda|morn|even(?!t)|night|aftern|day|week|month|year|' +
    'km|kilome|mile|minute|hour|pack|time|twice|once|half|\\d+|one|two|three|four|five|six|seven|eight|' +
    'nine|ten|twelve|twenty)',
  'u',
);

const MAX_KEPT = 10_000;
const read = memoised<Said>((key) => {
  const [kind, language] = key.split(' ', 2) as ['stored' | 'said', string];
  return readText(language, key.slice(kind.length + language.length + 2), kind);
}, MAX_KEPT);

/** Returns what a sentence of the user says. The language is `en`, `de` or `es`. */
export const saidIn = (text: string, language: string): Said => read(`said ${language} ${text}`);

/** Returns what a stored fact says, which needs no subject: "Wife's name is Nina". */
export const storedIn = (text: string, language: string): Said =>
  read(`stored ${language} ${text}`);

const NOTHING: Said = { claims: [], endings: [], isChange: false, stems: new Set() };

function readText(language: string, text: string, kind: 'stored' | 'said'): Said {
  const rules = RELATION_RULES[language];
  if (!rules || CONDITION.test(text)) return NOTHING;
  const clauses = clausesOf(text).filter(
    (clause) => (clause.hasSubject || kind === 'stored') && !NOT_TODAY.test(clause.text),
  );
  const isCased = /\p{Lu}/u.test(text);
  return {
    claims: clauses.flatMap((clause) => rules.flatMap((rule) => claimBy(rule, clause, isCased))),
    endings: clauses.flatMap((clause) => endingsIn(clause, language)),
    isChange: CHANGE.test(fullForm(text)),
    stems: new Set(
      clauses.flatMap((clause) => [...valueStems(clause.text), stemOfWho(clause.who)]),
    ),
  };
}

const stemOfWho = (who: string): string => [...valueStems(who)][0] ?? '';

function claimBy(rule: RelationRule, { who, text }: Clause, isCased: boolean): Claim[] {
  const found = rule.when.exec(text);
  if (!found) return [];
  const { v = '', topic, n } = found.groups ?? {};
  if (rule.relation === 'school' && who === 'user') return [];
  // Recognised words may have no capital letters at all.
  if (rule.isName && isCased && !/^(?:the\s+)?\p{Lu}/u.test(v)) return [];
  const isNamed = rule.relation === 'name';
  const [subject, about] = isNamed ? ['user', topicOf(topic ?? rule.value!)] : [who, topic ?? ''];
  const said = [...valueStems(`${v} ${rule.value !== undefined && !isNamed ? rule.value : ''}`)];
  const habit = rule.relation === 'does';
  const details = said.filter((stem) => DETAIL.test(stem));
  const value = said.filter((stem) => !habit || (!DETAIL.test(stem) && stem !== 'go'));
  if (value.length === 0) return [];
  return [
    {
      rule,
      who: subject,
      relation: about ? `${rule.relation} ${[...valueStems(about)].join(' ')}` : rule.relation,
      said: v,
      about: valueStems(text),
      value: new Set(value),
      details: new Set(habit ? details : []),
      count: n ? (NUMBERS[n.toLowerCase()] ?? Number(n)) : null,
    },
  ];
}

/** A wife and a husband are the same relation to "married to Nina". */
export function topicOf(word: string): string {
  const one = relativeOf(word);
  if (one === 'wife' || one === 'husband') return 'spouse';
  return one === 'girlfriend' || one === 'boyfriend' ? 'partner' : one;
}

/** Names of these people replace each other; a person may have several sisters. */
const ONE_OF_A_KIND =
  /^name (?:spous|partne|boss|dentis|doctor|gp|therap|landlo|landla|mother|father)/u;
export const isSingle = ({ rule, relation }: Claim): boolean =>
  rule.relation !== 'name' || ONE_OF_A_KIND.test(relation);

const PREPOSITION =
  /^(?:in|on|at|for|to|by|from|after|before|because|when|early|it|that|them|this|one)\b/iu;

function endingsIn({ who, text }: Clause, language: string): Ending[] {
  return ENDING_RULES[language]!.flatMap((rule) => {
    const found = rule.when.exec(text);
    if (!found) return [];
    const { v, w, whole } = found.groups ?? {};
    const said = v ?? w ?? whole ?? '';
    const value = valueStems(said);
    // "Sold the big one", "I stopped in August": no thing is named.
    const names = [...value].some((stem) => !DETAIL.test(stem));
    const isAny = rule.relations !== undefined && said === '';
    if ((!names && !isAny) || PREPOSITION.test(said)) return [];
    const isWhole = whole !== undefined && value.size < 2;
    return [{ rule: rule.name, who, value, relations: rule.relations ?? [], isWhole }];
  });
}
