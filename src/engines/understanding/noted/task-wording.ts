/** Words an English task as a note that begins with its verb, or quotes the sentence. */
import { lemmaOf, tagged } from '../language.ts';
import type { FoundTask } from '../reader/reader.ts';
import { bare } from '../rules/bare.ts';
import { withoutDue } from '../rules/due.ts';
import { imperative } from '../rules/imperative.ts';
import { TASK } from '../rules/task-forms.ts';
import { isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { listenerOf, type Heard } from './heard.ts';
import { OPENINGS } from './task-openings.ts';
import type { Opening } from './task-openings.ts';

/** A sentence that does not tell what to do is quoted if the task is this likely. */
const SURE = 0.55;
const LONGEST_QUOTE = 140;

const PATTERNS = new Map(
  OPENINGS.map((opening) => [opening, new RegExp(String.raw`\b${opening.words}(.+)$`, 'i')]),
);
/** "You send it off", if a verb follows. */
const YOU_DO = /^(?:you|we) (?:can |could |just )?(.+)$/i;

export function wordTask(task: FoundTask, heard: Heard, keepsWords: boolean): string {
  const { unit, isForOther, chance } = task;
  const persons = { speaker: heard.names[unit.turn]!, listener: listenerOf(heard, unit) };
  const clause = clauseOf(task, heard);
  const said = taskIn(clause) ?? toldIn(upTo(clause, unit.text));
  const kept = withoutTail(said ?? '');
  const note = withoutTail(
    keepsWords
      ? withoutDue(kept).replace(/^(?:please|just|also)\s+/i, '')
      : imperative(kept, persons, isForOther),
  );
  if (saysEnough(note)) return note;
  return chance >= SURE ? `“${shortened(unit.text, LONGEST_QUOTE)}”` : '';
}

/** "Him" and "Ask her" say too little. */
export function saysEnough(text: string): boolean {
  if (isPointing(text)) return false;
  const content = wordsOf(text).filter((word) => word.length > 2 && !isStopWord(word));
  return content.length > 1 || (content.length === 1 && wordsOf(text).length > 2);
}

/** "Ask her" and "Ben: Bring it back" say nothing to a later reader. */
export const isPointing = (text: string): boolean => POINTING.test(text);

const POINTING =
  /^(?:[^:]{1,30}: )?(?:\p{L}+ (?:it|him|her|them|one|this|that|me|us)(?: (?:now|here|later|back|today))?|let \S+ know)$/iu;

const PROMISED = /(?:^|\s)(?:i'll|ill|i will|i'm going to|let me)(?: (?:just|also|then))*$/i;

/** Returns whether the words of a task follow "I'll", or begin with it. */
export function isPromised({ unit, span }: FoundTask): boolean {
  const words = unit.tokens.map(({ word }) => word);
  return [span.from, span.from + 1, span.from + 2].some((at) =>
    PROMISED.test(words.slice(Math.max(0, at - 3), at).join(' ')),
  );
}

/** Returns the words of a clause that tell what to do, from their verb on. */
export function taskIn(clause: string): string | null {
  return toldIn(clause) ?? (isVerbFirst(clause) ? clause.replace(ASKED, '') : null);
}

/** Returns the words behind "I'll", "can you" and the like, or behind "you" if a verb follows. */
function toldIn(clause: string): string | null {
  for (const opening of OPENINGS) {
    const told = toldBy(opening, clause);
    if (told) return told;
  }
  const done = YOU_DO.exec(clause)?.[1];
  return done && isVerbFirst(done) ? done : null;
}

export function toldBy(opening: Opening, clause: string): string | null {
  const told = PATTERNS.get(opening)!.exec(clause)?.[1]?.replace(ASKED, '');
  if (!told) return null;
  return opening.isGerund ? told.replace(/^\w+/, lemmaOf) : told;
}

/** Polite words at the end of a request, such as "could you" and "that would be great". */
const ASKED = new RegExp(
  String.raw`,?\s(?:(?:will|would|can|could|won't|wouldn't) you` +
    "|if (?:you don't mind|that's (?:ok|okay|all right|alright|fine))" +
    String.raw`|(?:and )?(?:that|it)(?:'d| would| will|'ll) be (?:\w+ )?` +
    '(?:great|lovely|good|nice|perfect|brilliant|helpful|wonderful)(?: of you)?)$',
  'i',
);

/** The words of a sentence up to the end of a clause. */
function upTo(clause: string, sentence: string): string {
  const at = sentence.indexOf(clause);
  return at < 0
    ? clause
    : bare(sentence.slice(Math.max(0, at - LONGEST_CLAUSE), at + clause.length));
}

/** The words of the task, to the end of its clause when they break off: "have the trailer here for". */
function clauseOf({ unit, span }: FoundTask, heard: Heard): string {
  const { text } = heard.read.all.talk.turns[unit.turn]!;
  let { to } = span;
  const ended = (at: number) =>
    at >= unit.tokens.length ||
    /[,.;:?!–]/.test(text.slice(unit.tokens[at - 1]!.end, unit.tokens[at]!.start));
  let end = to;
  while (!ended(end)) end += 1;
  const breaksOff = BREAKS_OFF.test(
    text.slice(unit.tokens[span.from]!.start, unit.tokens[to - 1]!.end),
  );
  if (end - to <= FEW_MORE) to = end;
  else if (breaksOff) to = Math.min(end, span.to + MOST_MORE);
  const said = text.slice(unit.tokens[span.from]!.start, unit.tokens[to - 1]!.end);
  return bare(withoutName(said.slice(0, LONGEST_CLAUSE), heard.speakers));
}

/** So few words up to the end of a clause belong to the task. */
const FEW_MORE = 4;
const MOST_MORE = 6;
/** In a talk without punctuation, a sentence may be as long as a turn. */
const LONGEST_CLAUSE = 300;

/** "Write again, Leonard, and copy in the councillor" without the name. */
function withoutName(text: string, speakers: readonly string[]): string {
  const names = speakers.map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '.')).join('|');
  return text.replace(new RegExp(String.raw`,\s*(?:${names})(?:,(?=\s)|$)`, 'u'), '');
}

const JOINS =
  'when (?:he|she|it|they|you)|and|or|but|so|if|when|that|which|an?|the|my|our|his|their';
const POINTS = 'of|for|to|at|with|from|by|till|until|before|after|than|as|is|are|has';
const BREAKS_OFF = new RegExp(String.raw`\s(?:${JOINS}|your|${POINTS}|have|name of)$`, 'i');

/** Words that begin a clause which belongs to the words before it. */
const BELONGS =
  'as|if|when|whenever|where|before|after|because|that|until|till|while|what|how|once|since|than|who|which' +
  String.raw`|sure|know|think|says?|said|(?:tell|remind|show|warn|promise) \S+`;
const BEGINS =
  "i'm|i've|i'll|ill|we're|were|we've|you're|youre|he's|she's|it's|they're|theyre|they've|there's|we'll|they'll" +
  "|you'll|youll";
/** A new sentence without a mark before it: "bring it Monday we're open till". */
const RUN_ON = new RegExp(
  String.raw`(?<=\S+ \S+.*(?<!\b(?:${BELONGS})))\s(?:and |but |so |or |cos )?(?:${BEGINS}) .+$`,
  'i',
);
const TAIL = new RegExp(
  String.raw`(?:[\s,;:.–-]+(?:${JOINS}|${POINTS}|enough|thanks|please))+[\s,;:.!–-]*$`,
  'i',
);

const withoutTail = (text: string): string =>
  (PUNCTUATED.test(text) ? text : text.replace(RUN_ON, '')).replace(TAIL, '');

const PUNCTUATED = /[,.;]\s/;

/** In "the bins are still in", no verb tells what to do. */
function isVerbFirst(text: string): boolean {
  const plain = text.replace(/^please /i, '');
  const [first] = tagged(plain.charAt(0).toLowerCase() + plain.slice(1));
  const isVerb = first?.pos === 'VERB' && !/(?:ing|ed|[^s]s)$/i.test(first.text);
  return isVerb || TASK.test(plain) || /^(?:do|have) (?!to\b)/i.test(plain);
}
