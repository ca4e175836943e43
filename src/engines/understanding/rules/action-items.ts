import type { MadeActionItem } from '../maker.ts';
import type { Reading, Sentence } from './reading.ts';
import { dueOf } from './due.ts';
import { imperative } from './imperative.ts';
import { bare } from './bare.ts';
import { likeness, SAME } from '../text-likeness.ts';
import { contentStems, wordsOf } from './text.ts';
import { CHATTER, forms, ON_THE_SPOT, TASK, type Form } from './task-forms.ts';

const MAX = 12;

/** Matches phrases such as "Here you are", which mean that the request is already done. */
const HANDED_OVER = /^(?:\w+[.,]? )?(?:here (?:you|it|they|we) (?:are|is|go)|here's)\b/i;
const REFUSED =
  /^(?:no\b|nope|sorry|i can't|i cannot|i'm afraid|unfortunately|not really|i don't (?:want|think)|i won't)/i;
const ACCEPTED =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|of course|no problem|certainly|all right|alright|will do|i will|absolutely|definitely|i'll|right|fine|got it|with pleasure|consider it done|you bet|can do)\b/i;
const UNREAL =
  /\b(?:if i|if you|i wish|would have|used to|every (?:day|morning|week|night)|always|usually|never mind|someday|one day|maybe|might|whatever|anyway)\b/i;

export function actionItemsOf(reading: Reading): MadeActionItem[] {
  const items: MadeActionItem[] = [];
  for (const sentence of reading.sentences) {
    const task = taskIn(sentence, reading);
    if (!task || wordsOf(task).length < 2) continue;
    const description = withName(task, sentence, reading);
    const item = { description, due_at: dueOf(sentence, reading), segment_id: sentence.segment.id };
    const same = items.findIndex((other) => isSameTask(other.description, description));
    if (same < 0) items.push(item);
    else items[same] = together(items[same]!, item);
  }
  return items.filter(({ description }) => !POINTS.test(description)).slice(0, MAX);
}

/** The number of earlier sentences that are searched for the name behind a pronoun. */
const REACH = 4;

/**
 * "Call him" becomes "Call the plumber" when somebody has just asked about a call to the plumber.
 */
function withName(task: string, { index, segment }: Sentence, { sentences }: Reading): string {
  const [, verb, rest] = /^(\p{L}+) (?:him|her|it|them)\b(?! \p{L}+ing\b)(.*)$/iu.exec(task) ?? [];
  if (!verb) return task;
  const named = new RegExp(
    `\\b${verb.toLowerCase()}(?:s|ed|ing)? ((?:the|an?|my|your|our|his|her|their|some) (?:[\\p{L}'-]+ ){0,2}?[\\p{L}'-]+|\\p{Lu}\\p{Ll}+)(?=[.,?!]|$| (?:about|with|for|to|on|at|in|and|or|from|by|today|tomorrow|yet|before|after|again)\\b)`,
    'u',
  );
  for (const before of sentences.slice(Math.max(0, index - REACH), index).toReversed()) {
    const name = named.exec(before.text)?.[1];
    if (!name || /^I$/.test(name)) continue;
    const own = before.segment.is_user === segment.is_user ? name : name.replace(/^your\b/, 'my');
    return `${verb} ${own}${rest}`;
  }
  return task;
}

/** Matches words such as "it". "Send it" is clear only together with the previous request. */
const POINTS =
  /^(?:\w+ ){1,2}(?:it|that|this|them|those)(?: (?:back|up|over|in|out|off|now|first|later|myself))?$/i;

/**
 * Returns whether a request and a promise are the same task: they have the same verb, and either
 * one of them says "it" or both name the same thing.
 */
export function isSameTask(one: string, other: string): boolean {
  if (likeness(one, other) >= SAME) return true;
  const [verb, ...first] = contentStems(one);
  const [sameVerb, ...second] = contentStems(other);
  if (!verb || verb !== sameVerb) return false;
  return POINTS.test(other) || first.some((stem) => second.includes(stem));
}

/**
 * Keeps the longer text of the two. The due date comes from the promise, because it was said later.
 */
function together(request: MadeActionItem, promise: MadeActionItem): MadeActionItem {
  const isFuller =
    promise.description.length > request.description.length && !POINTS.test(promise.description);
  return { ...(isFuller ? promise : request), due_at: promise.due_at ?? request.due_at };
}

/** A sentence with at least this score counts as a task. */
const THRESHOLD = 2.4;

/** Returns the task that a sentence gives the user, as an imperative; null when it gives none. */
function taskIn(sentence: Sentence, reading: Reading): string | null {
  const text = sentence.text.replace(/[.?!]+$/, '');
  const clause = bare(text);
  for (const form of forms) {
    const match = form.pattern.exec(text) ?? form.pattern.exec(clause);
    const said = match && (form.task?.(match) ?? match[1] ?? '');
    const task = said?.replace(/^(?:please|kindly|just)\s+/i, '').trim();
    if (!task || !concernsUser(form, sentence, reading)) continue;
    if (form.command === 'booking' && hasCompany(sentence, reading)) continue;
    const isTask = form.command
      ? !asksAbout(text)
      : scoreOf(form, task, sentence, reading) >= THRESHOLD;
    if (isTask) return imperative(task, sentence, form.for === 'listener');
    if (form.command) return null;
  }
  return null;
}

/**
 * If the sentence names a day, it is a task; otherwise it is about the current talk. Without one,
 * it is about the current talk.
 */
const TALK_TO = /^(?:talk|speak) (?:to|with) the\b/i;

function scoreOf(form: Form, task: string, sentence: Sentence, reading: Reading): number {
  if (!TASK.test(task) || (sentence.isQuestion && form.for === 'speaker')) return 0;
  const chatter = CHATTER.test(task.slice(0, 40));
  if (chatter && !TALK_TO.test(task)) return 0;
  // This test comes last, because parsing the date is expensive.
  const due = dueOf(sentence, reading);
  if (chatter && !due) return 0;
  if (ON_THE_SPOT.test(task) && !due && !isPromisedLater(sentence, reading)) return 0;
  const words = wordsOf(task).length;
  return (
    form.weight +
    answerTo(sentence, reading, form) +
    (due ? 0.8 : 0) -
    (UNREAL.test(sentence.text) ? 1.5 : 0) -
    (words < 3 ? 0.6 : 0) -
    (words > 22 ? 0.8 : 0)
  );
}

const ASKS =
  /^(?:what|when|where|who|which|how|is there|are there|do i|did i|have i|show|tell|read|list|display|give me|remove|delete|cancel|clear|erase|check)\b/i;
/** "What's on my list" is a question about a list, not a new entry for it. */
const asksAbout = (text: string): boolean =>
  ASKS.test(text) && !/\b(?:add|put|remind me to)\b/i.test(text);

/**
 * If the transcript marks the user, only the user's tasks count: promises by the user, and requests
 * to the user.
 */
function concernsUser(form: Form, sentence: Sentence, reading: Reading): boolean {
  if (!reading.knowsUser) return true;
  return form.command || form.for === 'speaker'
    ? sentence.segment.is_user
    : !sentence.segment.is_user && !isForAnother(sentence, reading);
}

/** Returns true when another person is addressed by name ("Vera, can you …?") or says yes. */
function isForAnother(sentence: Sentence, reading: Reading): boolean {
  const { text, speaker } = sentence;
  const { sentences, speakers } = reading;
  if (speakers.length < 3) return false;
  const user = sentences.find(({ segment }) => segment.is_user)?.speaker;
  const others = speakers.filter((each) => each !== user && each !== speaker);
  const [, first, last] =
    /^(?:[\p{L}]+,? )??(\p{Lu}[\p{L}]+),|, (\p{Lu}[\p{L}]+)[.?!]*$/u.exec(text) ?? [];
  if (others.some((name) => [first, last].includes(name.split(' ')[0]))) return true;
  const [reply] = replyTo(sentence, reading);
  return reply !== undefined && !reply.segment.is_user && ACCEPTED.test(reply.text);
}

/** Returns the sentences of the next turn. */
function replyTo({ index, turn }: Sentence, { sentences }: Reading): Sentence[] {
  let start = index + 1;
  while (sentences[start]?.turn === turn) start += 1;
  let end = start;
  while (sentences[end]?.turn === turn + 1) end += 1;
  return sentences.slice(start, end);
}

function answerTo(sentence: Sentence, reading: Reading, form: Form): number {
  const reply = replyTo(sentence, reading)[0]?.text ?? '';
  if (REFUSED.test(reply) || HANDED_OVER.test(reply)) return -2;
  if (form.for === 'listener') return ACCEPTED.test(reply) ? 1 : 0;
  return /^(?:thanks|thank you|great|perfect|ok(?:ay)?|good|that would be)\b/i.test(reply)
    ? 0.5
    : 0.2;
}

/** With several speakers, the booking happens during the talk itself, so it is not a task. */
const hasCompany = (sentence: Sentence, { speakers, sentences }: Reading): boolean =>
  speakers.length > 1 &&
  sentences.some(({ turn, speaker }) => turn > sentence.turn && speaker !== sentence.speaker);

/**
 * "Please sign this form." Followed by "I'll bring it back on Monday", the request is a task,
 * because it is not done immediately.
 */
function isPromisedLater(sentence: Sentence, reading: Reading): boolean {
  return replyTo(sentence, reading).some(
    (one) => /\bi(?:'ll| will)\b/i.test(one.text) && dueOf(one, reading) !== null,
  );
}
