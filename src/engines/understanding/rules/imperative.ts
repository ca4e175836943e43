import { entryOf } from '../../../core/text.ts';
import { withoutDue } from './due.ts';
import type { Sentence } from './reading.ts';
import { bare } from './bare.ts';
import { capitalised } from './text.ts';
import { thirdPerson } from './verbs.ts';
import { shortened } from '../short-text.ts';

const LONGEST = 200;

/**
 * Phrases a task as a note for the person who does it: "Send Ana the report", "Call my mother".
 * Removes polite phrases, and the date, which has its own field. Swaps pronouns in requests: "send
 * me your draft" becomes "Send Ana my draft".
 */
export function imperative(
  task: string,
  sentence: Pick<Sentence, 'speaker' | 'listener'>,
  isAsked: boolean,
): string {
  const plain = withoutReason(bare(withoutDue(task)).replace(/^(?:to|please|also|just)\s+/i, ''));
  const other = isAsked ? sentence.speaker : (sentence.listener ?? 'them');
  const told = isAsked ? turnedAround(plain, other) : namingOther(plain, other);
  return shortened(capitalised(told.replace(LOOSE_END, '')), LONGEST);
}

/** Removes the reason for a task, as in "Call Ana, she is ill". */
const withoutReason = (task: string): string =>
  task.replace(/^(\S+ \S+.*?), (?:he|she|it|they|we|i)(?:'\w+)? .*$/i, '$1');

/** Verbs with a particle that stands behind their object: "have the heating on". */
const VERBS_WITH = {
  on: 'have|keep|leave|put|switch|turn',
  in: 'bring|call|come|drop|fetch|fill|get|hand|have|let|log|pencil|phone|plug|pop|put|send|take|type|write',
};
/** A particle, also behind the verb itself: "when I get in". */
const PARTICLE = Object.entries(VERBS_WITH)
  .map(([word, verbs]) => String.raw`(?<!(?:^(?:${verbs}) .+|\b(?:${verbs}))(?=\s${word}$))`)
  .join('');
/** Words that remain at the end when the date is removed. */
const LOOSE_END = new RegExp(
  String.raw`(?:[\s,;:.-]+|${PARTICLE}\s(?:by|on|at|in|until|before|after|from|still|the|first thing))+$`,
  'i',
);

const possessive = (name: string): string => (name === 'them' ? 'their' : `${name}'s`);

function turnedAround(text: string, asker: string): string {
  const words: Readonly<Record<string, string>> = {
    me: asker,
    my: possessive(asker),
    i: asker,
    "i'm": `${asker} is`,
    "i'll": `${asker} will`,
    us: 'them',
    our: 'their',
    we: 'they',
    you: 'me',
    your: 'my',
    yours: 'mine',
    yourself: 'myself',
  };
  return replaced(text, words)
    .replace(new RegExp(String.raw`\b(${JOINS}) me\b(?= \p{L})`, 'giu'), '$1 I')
    .replace(/\bI are\b|\bme are\b/g, 'I am')
    .replace(/\bme were\b/g, 'I was')
    .replace(/\bme (have|can|will|need|want|get|do)\b/g, 'I $1');
}

/** Words before the subject of a clause: "when you go". */
const JOINS = 'when|whenever|if|before|after|until|till|while|because|once|where|what|unless';

function namingOther(text: string, other: string): string {
  const named = text.replace(
    new RegExp(String.raw`\b(${JOINS}) you ([a-z']+)`, 'giu'),
    (_, before: string, verb: string) =>
      other === 'them' ? `${before} they ${verb}` : `${before} ${other} ${thirdPerson(verb)}`,
  );
  return replaced(named, { you: other, your: possessive(other), yours: possessive(other) });
}

const replaced = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/[a-z']+/gi, (word) => entryOf(words, word.toLowerCase()) ?? word);
