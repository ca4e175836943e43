/** Words English tasks as instructions: "I'll ring the plumber" becomes "Ring the plumber". */
import { alternatives } from '../../../../core/text.ts';
import { lemmaOf, tagged } from '../../language.ts';
import type { Persons, TaskWording, Thing } from './task-words.ts';
import { isFunctionWord, lowered, substitutedWords, wordsAsWritten } from '../words.ts';

const FILLERS = alternatives(`
  please just also maybe possibly always still really definitely probably then quickly actually
  better`);
const ALSO = String.raw`(?: (?:${FILLERS}|go and|try (?:and|to)))*`;
const DUTY = String.raw`(?:needs? to|ha(?:ve|s) (?:got )?to|got to|gotta|must|should|ought to|supposed to|meant to)`;
const SOMEBODY = '(?:you|he|she|they|somebody|someone|one of (?:you|us)|everyone|everybody)';
/** Words before the verb of a task: requests, promises, duties and wishes. */
const OPENING = new RegExp(
  String.raw`^(?:.*?\b)?(?:` +
    [
      String.raw`(?:would|do) you mind${ALSO}(?= \w+ing\b)`,
      String.raw`(?:can|could|may) i${ALSO} ask you to`,
      String.raw`i(?:'d| would) be (?:glad|happy|delighted) to`,
      String.raw`(?:do you think|any chance|i wonder if|i was hoping(?: that)?) ${SOMEBODY} (?:could|can|might)`,
      String.raw`(?:would|will|are|is) ${SOMEBODY} (?:be )?able to`,
      String.raw`(?:can|could|would|will|won't|couldn't) ${SOMEBODY}`,
      String.raw`(?:if )?${SOMEBODY} (?:can|could|will|would|might)`,
      String.raw`(?:don't|mustn't|do not|never)(?: let (?:me|us))? forget to`,
      String.raw`(?:i|we|he|she|they|you)(?:'ll| will|'d| would| can| could| shall|'m going to` +
        String.raw`| am going to|'re going to|'m gonna|'d better| had better)(?! be\b)`,
      String.raw`(?:i|we|you|they|he|she|somebody|someone|one of us)` +
        String.raw`(?:'ve|'ll|'m|'re| am| are| will| have|'s| is)?(?: (?:${FILLERS}|only|first))* ?${DUTY}`,
      String.raw`(?:shall|should|can|could|may) (?:i|we)`,
      String.raw`(?:want|need|like|love|ask|get|tell) (?:you|me|us|him|her|them) to`,
      String.raw`(?:i'd like|i want|i'm hoping|i hope|i plan|i'm planning|i promised?|i meant` +
        String.raw`|i've been meaning|i'm|i am|i need|need|i said i'd|remember|make sure to` +
        String.raw`|let me(?! know\b)|let's)(?: to)?(?= \w)(?! \w+ing\b)(?! \w+ed\b)`,
      'ill|i ll',
    ].join('|') +
    String.raw`)${ALSO} (?!be\b|see\b(?! (?:if|whether|about|to)\b))(.+)$`,
  'i',
);
/** "I book it Monday", "you take the north road". */
const SUBJECT = /^(?:(?:and|so|but|then) )?(?:i|you|we) (?:do |can |could )?(.+)$/i;

/** "Can sail to Horta", after "so we". */
const MODAL_FIRST =
  /^(?:can|could|will|would|shall|should|must|may|might) (?!(?:i|you|we|they|he|she|it|be)\b)(.+)$/i;

const DUTY_FIRST = new RegExp(String.raw`^${DUTY} `, 'i');
/** "You're bringing the flashcards". */
const DOING = /^(?:i'm|you're|he's|she's|we're|i am|you are|we are) (\w+ing)( .+)$/i;

const LEAD = new RegExp(
  String.raw`^(?:(?:well|oh|ah|so|okay|ok|yeah|yes|yep|no|sure|right|now|um+|uh+|hey|hi|hello` +
    String.raw`|alright|all right|anyway|(?:look|listen)(?=,)|and|but|then|of course|good|fine|great|also` +
    String.raw`|thanks|sorry|by the way|because|maybe|perhaps|in that case|before then` +
    String.raw`|${FILLERS})\b[,.!:;-]*\s+)+`,
  'i',
);
const ASKED = new RegExp(
  String.raw`,?\s(?:(?:will|would|can|could|won't|wouldn't) you|if (?:you don't mind|that's (?:ok|okay|all right|fine))` +
    String.raw`|(?:and )?(?:that|it)(?:'d| would| will|'ll) be (?:\w+ )?(?:great|lovely|good|nice|perfect|brilliant|helpful)(?: of you)?` +
    String.raw`|please|okay|ok|right|though|then|too|either|as well|myself|straight away|right away|anyway|so)$`,
  'i',
);
/** Reasons, and new sentences without a mark before them. */
const REASON = new RegExp(
  String.raw`^(\S+ \S+.*?)(?:,? (?:because|cos|since|so that|otherwise|but) .*` +
    String.raw`|, (?:and |so )?(?:he|she|it|they|we|i|you|that|this|there|which|who)(?:'\w+)? .*` +
    String.raw`|(?<!\b(?:what|where|that|who|how|if|when|while|once|until|before|after|as|than|everything))` +
    String.raw` (?:i'm|i've|i'll|we're|we've|you're|they're|there's|we'll|they'll|it's|he's) .*)$`,
  'i',
);
const LOOSE_END = alternatives(`
  and or but so if when that which an? the of for to at with from by on before until till after
  than as while enough thanks`);
const TAIL = new RegExp(String.raw`(?:[\s,;:.–-]+(?:${LOOSE_END}))+[\s,;:.!?–-]*$`, 'i');
/** Particles that stay at the end: "put the bins on". */
const WITH_PARTICLE = alternatives(`
  have keep leave put switch turn bring call come drop fill get hand let log plug pop send take
  type write look go pass move`);
const PARTICLE = new RegExp(`^(?:${WITH_PARTICLE}) (?:.+ )?(?:on|in|at|by|to|for|after)$`, 'i');

const possessive = (name: string): string => (name === 'them' ? 'their' : `${name}'s`);

/** "Have to call the bank" and "to call the bank" are the instruction to call it. */
const BOUND_TO =
  /^(?:(?:(?:remind me|(?:don't|do not) let me forget|have|need|want|got|going|promise[ds]?|about) )?to|gotta) (?=\p{L}+ \p{L})/iu;

function plain(said: string): string {
  let text = said.trim();
  for (let at = 0; at < 3; at += 1) text = text.replace(LEAD, '').replace(ASKED, '');
  text = text.replace(/^note to self[:,]?\s+/iu, '').replace(BOUND_TO, '');
  return text.replace(/[\s.?!,;:–-]+$/u, '');
}

function instruction(text: string, persons: Persons): string | null {
  const told = toldIn(text);
  if (!told) return null;
  const reasonless = told.replace(REASON, '$1').replace(ASKED, '');
  const lean = PARTICLE.test(reasonless) ? reasonless : reasonless.replace(TAIL, '');
  return withPersons(plain(lean), persons);
}

/** A condition behind a task, whose words tell none: "if I'm late". */
const CONDITION = new RegExp(
  String.raw`^(.*?\S)( (?:(?:even|only) )?(?:if|unless) (?!${SOMEBODY} (?:can|could|will|would|might)\b)[^,]+)$`,
  'i',
);

/** The words from the verb on, with the condition behind them. */
function toldIn(text: string): string | null {
  const [, main = text, condition = ''] = CONDITION.exec(text) ?? [];
  const told = toldInMain(main);
  return told === null ? null : told + condition;
}

function toldInMain(text: string): string | null {
  if (isVerbFirst(text)) return text;
  const told = OPENING.exec(text)?.[1];
  if (told !== undefined) {
    const due = told.replace(DUTY_FIRST, '');
    return isVerbFirst(due) ? due : toldAgain(due);
  }
  const modal = MODAL_FIRST.exec(text)?.[1];
  if (modal !== undefined && isDoing(modal)) return modal;
  const doing = DOING.exec(text);
  if (doing) return `${lemmaOf(doing[1]!)}${doing[2]!}`;
  const done = SUBJECT.exec(text)?.[1];
  return done !== undefined && isVerbFirst(done) ? done : null;
}

/** "Need to ring her" after "I'll", and "checking the door" after "would you mind". */
function toldAgain(told: string): string | null {
  if (/^\w+ing\b/i.test(told)) return told.replace(/^\w+/, lemmaOf);
  const again = OPENING.exec(told)?.[1];
  return again !== undefined && isVerbFirst(again) ? again : isDoing(told) ? told : null;
}

/** After "I'll", any plain word but a pronoun or a form of "be" is a verb. */
const isDoing = (told: string): boolean => {
  const [first = ''] = wordsAsWritten(told);
  return !/(?:ing|ed)$/.test(first) && (!isFunctionWord(first) || VERBS.test(first));
};
const VERBS = /^(?:get|give|go|have|make|put|see|take|let|do)$/;
/** What follows a verb, and no noun: "water the plants", "email Ana". */
const OBJECT = /^(?:the|an?|my|our|your|his|her|their|some|it|them|him|me|us)$/i;

function isVerbFirst(text: string): boolean {
  const [first, second] = tagged(lowered(text));
  if (!first || /^(?:do|does|did|have|has|think) (?:i|you|we|they|he|she|it)\b/i.test(text))
    return false;
  if (/(?:ing|ed|[^s]s)$/i.test(first.text)) return false;
  if (VERBS.test(first.text)) return !/^have \w+ed\b/i.test(text);
  if (first.pos === 'VERB') return true;
  const hasObject = second !== undefined && (OBJECT.test(second.text) || second.pos === 'PROPN');
  return hasObject && (first.text === 'text' || tagged(`to ${lowered(text)}`)[1]!.pos === 'VERB');
}

/** "Send me your draft" is for the listener: "Send Ana my draft". */
function withPersons(text: string, { isAsked, isOthers, speaker, listener }: Persons): string {
  if (isAsked && isOthers) return text;
  const other = (isAsked ? speaker : listener) ?? 'them';
  if (!isAsked) {
    const own: Record<string, string> = isOthers
      ? { my: 'their', me: 'them', myself: 'themselves' }
      : {};
    return substitutedWords(text, {
      ...own,
      you: other,
      your: possessive(other),
      yours: possessive(other),
    });
  }
  return substitutedWords(text, {
    me: other,
    my: possessive(other),
    i: other,
    "i'm": `${other} is`,
    "i've": `${other} has`,
    "i'll": `${other} will`,
    us: speaker === null ? 'them' : 'us',
    you: 'I',
    your: 'my',
    yours: 'mine',
    yourself: 'myself',
  }).replace(/(?<!\b(?:when|if|before|after|until|while|what|where|as|that|once) )\bI\b/g, 'me');
}

const CLAUSE_FIRST =
  'if|that|whether|when|because|what|where|who|how|while|once|until|before|after';
const BEHIND = alternatives(`
  to for on in at by with off up down out over back away round before after when if unless until and from
  into through again all both`);
const PRONOUN = new RegExp(
  String.raw`(?<=^\S.* )(?<!\b(?:${CLAUSE_FIRST}) )(?:it|them|those|these|this|that|one|ones|some)` +
    String.raw`(?=$|[,.;]| (?:${BEHIND})\b)`,
  'i',
);

const PLURAL = /^(?:them|those|these|ones)$/;

function withThing(text: string, { words, determiner }: Thing): string | null {
  const pronoun = PRONOUN.exec(text)?.[0].toLowerCase();
  if (pronoun === undefined || words.endsWith("'s")) return null;
  const isPlural = /[^s]s$/.test(words);
  if (PLURAL.test(pronoun) ? !isPlural : /^(?:it|this|that)$/.test(pronoun) && isPlural)
    return null;
  const article = determiner === null || /^(?:some|[A-Z])/.test(determiner) ? '' : 'the ';
  const isName = /^\p{Lu}/u.test(words) && determiner === null;
  return text.replace(PRONOUN, isName ? words : `${article}${words}`);
}

const LIGHT = new RegExp(
  '^(?:do|see to|handle|sort|manage|fix|have|get|take|make|try|look into|take care of|check)?' +
    String.raw`\s*(?:it|that|this|them|one|those)?(?: \w+)?$`,
  'i',
);

export const ENGLISH_TASKS: TaskWording = {
  plain,
  instruction,
  withThing,
  isLight: (text) =>
    LIGHT.test(text) && wordsAsWritten(text).filter((word) => !isFunctionWord(word)).length < 2,
};
