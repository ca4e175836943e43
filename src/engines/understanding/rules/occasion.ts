import type { TimeMention } from '../dates.ts';
import type { Reading, Sentence } from './reading.ts';
import { capitalised, isStopWord } from './text.ts';
import { shortened } from '../short-text.ts';

/** The parts of an appointment in a single sentence. */
export interface Occasion {
  /**
   * The kind, such as "dinner" or "appointment". A ride is also a kind, but does not become an
   * event.
   */
  kind: string | null;
  /** The person or thing to meet, with its preposition: "with Dr. Lee", "at Casa Pino". */
  name: string | null;
  /** The kind with the word before it: "dentist appointment". */
  described: string | null;
  /** The title that a speaker gave the appointment. */
  label: string | null;
}

const KINDS =
  /\b(meeting|appointment|interview|lunch|dinner|breakfast|brunch|coffee|drinks|party|class|lesson|session|visit|tour|viewing|check-?up|exam|rehearsal|workshop|conference|ceremony|wedding|consultation|haircut|match|game|movie|concert|show|picnic|barbecue|table|restaurant|tickets?|event|workout|(?<=(?:a|the|our|phone|video|conference) )call)s?\b(?! (?:me|you|him|her|us|them|it|back|up|that)\b)/gi;
const RIDES =
  /\b(?:bus(?:es)?|trains?|flights?|cabs?|taxis?|rides?|rental|cars?|vehicle|airlines?|hotels?|rooms?|one-way|round[- ]trip|movie tonight to stream)\b/i;
/** Matches vague kinds, which any other kind replaces. */
const VAGUE = /^(?:event|tickets?|call|show|class|table)$/i;
const RIDE = 'ride';

const LABEL =
  /\b(?:titled|named|(?<!else )called|call it|name it|label(?:led)?(?: it| this event| the event)?(?: as)?|(?:event )?(?:title|name)(?: (?:should be|will be|would be|is|of|as))|put it as|save it as|with the (?:title|name)|(?:by|under|using) the name(?: of)?|(?:put|save|list|add) it (?:under|as)|use|using)\s+(?:as\s+)?["']?(.{3,60}?)["']?(?=\s+(?:on|for|at|from|in your|in my|to your|to my|and|scheduled|with location|located|as (?:the |my )?(?:event |title|name))\b|[,?!]|\.(?:\s|$)|$)/i;
/** Titles are searched for only in talk about a calendar entry. */
const NAMES_IT = /\b(?:events?|calendar|appointment|title|titled|name|call it|label|schedule)\b/i;
const ASKS_NAME =
  /\b(?:name|names|title|label|call (?:it|this|the event)|called|calling)\b.*\?|\b(?:suggest|tell me|provide|specify) .{0,20}\b(?:name|title)\b/i;
const COURTESY =
  /^(?:(?:yes|ok|okay|sure|well|um|please|just|i think|i want|i wish to|i would like|i'd like|you can|could you|can you|can|let's|try|to|go with|how about)[, ]+)*(?:(?:call|name|use|using|title|label|put|save|add|make|set|place|list|enter)\s+)?(?:it |this |the event )?(?:(?:as|under|to|be|with|for|the name|the title|of)\s+)*(?:["'])?/i;
const NAME = String.raw`(?:[Tt]he )?(?:Dr\.? )?\p{Lu}[\p{L}\d'&:!-]*\.?(?:,? (?:\p{Lu}[\p{L}\d'&:!-]*\.?|of|the|and|&|vs\.?|de|at the|\d+(?!(?:st|nd|rd|th|:| ?[ap]m))))*(?:(?<=[\p{L}\d!.]))`;
const NAMED: [string, RegExp][] = [
  ['with', new RegExp(String.raw`\bwith (?:my |our |the )?(${NAME})`, 'u')],
  ['at', new RegExp(String.raw`\bat (${NAME})`, 'u')],
  [
    'to',
    new RegExp(
      String.raw`\b(?:to|visit|visiting|see|for|about|called|event|of|recommend|try|found|is) (?:a |an )?(${NAME})`,
      'u',
    ),
  ],
  ['to', new RegExp(String.raw`^(?:There(?:'s| is) )?(${NAME}) (?:is|will be|has|at)\b`, 'u')],
];
/** Matches relations, which have no capital letter: "meeting with my sister". */
const RELATION =
  /\bwith ((?:my |our |the )(?:[a-z]+ )??[a-z]+)(?= (?:on|at|in|tomorrow|today|tonight|next|this|for|from|by)\b|[.,?!]|$)/;
const NO_NAME =
  /^(?:The )?(?:I|I'm|I'd|I'll|I've|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Yes|No|Ok(?:ay)?|Sure|You|Your|Is|It|It's|That|This|What|When|Where|There|They|Their|The|Please|Great|Alright|A|An|And|AM|PM|SF|LA|NYC|SD|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|San (?:Francisco|Jose|Diego)|Los Angeles|New York)\b(?: \d+(?:st|nd|rd|th)?)?$/;
const ADDRESS = /\b(?:street|avenue|road|lane|drive|boulevard|way|suite|highway)\b|^\d/i;

export function factsIn(sentence: Sentence, { sentences }: Reading): Occasion {
  const { text, index } = sentence;
  const before = sentences[index - 1];
  const named = NAMES_IT.test(text) ? LABEL.exec(text)?.[1] : undefined;
  const label = named ?? (before && ASKS_NAME.test(before.text) ? labelFrom(text) : null);
  return {
    kind: kindIn(text),
    described: describedIn(text),
    name: nameIn(text),
    label: label?.trim().replace(/^(?:as|it) /, '') ?? null,
  };
}

const NO_LABEL =
  /\b(?:yes|no|yeah|yup|you|it|i|time|is|are|this|that|correct|right|fine|good|great|perfect)\b|\d/i;

/** Parses the answer to "what shall I call it?", which contains little more than the name. */
function labelFrom(text: string): string | null {
  const plain = text
    .replace(/[.!]+$/, '')
    .replace(COURTESY, '')
    .replace(/[,;]? (?:and|for|at|on|please|around|starting|from|in|to my|as)\b.*$/i, '')
    .trim();
  return plain && plain.split(' ').length <= 7 && !NO_LABEL.test(plain) ? plain : null;
}

const MEETS =
  /\b(?:meet|see (?:you|each other)|join|come (?:over|to|along)|get together|catch up|pick you up|go (?:to|out|for|see)|drop by|hang out|grab|eat|free|available)\b/i;

/** Returns whether the sentence names a joint activity, and not only a decision to make. */
export const hasOccasion = (sentence: Sentence, reading: Reading): boolean =>
  factsIn(sentence, reading).kind !== null || MEETS.test(sentence.text);

export const isRide = (kind: string | null): boolean => kind === RIDE;

function kindIn(text: string): string | null {
  const kinds = [...text.matchAll(KINDS)].map((match) => match[1]!.toLowerCase());
  const kind = kinds.find((one) => !VAGUE.test(one)) ?? kinds[0] ?? null;
  if (RIDES.test(text) && (kind === null || VAGUE.test(kind))) return RIDE;
  return kind;
}

const DESCRIBED =
  /\b(?:my|our|the|an?|his|her|their|your|\w+'s) (?!next|first|last|quick|good|great|big|new|whole|other|same)([a-z]{3,}) (meeting|appointment|interview|party|class|lesson|exam|rehearsal|game|match|concert|check-?up|session)\b/i;

function describedIn(text: string): string | null {
  const [, word, kind] = DESCRIBED.exec(text) ?? [];
  return word && kind && !isStopWord(word.toLowerCase()) ? `${word} ${kind}` : null;
}

const VISITS = /\b(?:visit|visiting|go|see|tickets?|event|show|concert|called)\b/i;
const firstWord = (name: string): string =>
  name.toLowerCase().replace(/^the /, '').split(/[\s,]/)[0]!;

function nameIn(text: string): string | null {
  for (const [preposition, pattern] of NAMED) {
    const name = pattern
      .exec(text)?.[1]
      ?.replace(/[\s,]*(?:\b(?:of|the|and|de|at the)|&|\.)$/u, '')
      .replace(
        /,? (?:January|February|March|April|May|June|July|August|September|October|November|December)$/,
        '',
      );
    // A single capitalised word after "about" or "for" is often a country, a brand or a day, so it
    // does not become the title.
    if (name && preposition === 'to' && !name.includes(' ') && !VISITS.test(text)) continue;
    if (name && !NO_NAME.test(name) && !ADDRESS.test(name) && !isStopWord(firstWord(name)))
      return `${preposition} ${name}`;
  }
  const relation = RELATION.exec(text)?.[1];
  return relation ? `with ${relation.replace(/^our /, 'the ')}` : null;
}

const LONGEST = 80;

/** Returns a title for a calendar entry; null for a ride. */
export function titleFrom(occasion: Occasion, sentence: Sentence, reading: Reading): string | null {
  const { kind, name, label, described } = occasion;
  if (label) return shortened(capitalised(label), LONGEST);
  if (kind === RIDE) return null;
  const where = name?.replace(/^\w+ /, '');
  if (where && kind && SHOWN.test(kind)) return shortened(capitalised(where), LONGEST);
  const what = /^(?:table|restaurant)$/.test(kind ?? '')
    ? 'reservation'
    : !kind || VAGUE.test(kind)
      ? 'meeting'
      : (described ?? kind);
  const who = name
    ? withPreposition(what, name)
    : WITH_PEOPLE.test(kind ?? what)
      ? partnerIn(sentence, reading)
      : '';
  return shortened(capitalised(`${what} ${who}`.trim()).replace(/\bmy\b/g, 'the'), LONGEST);
}

/** A match or a show keeps its own title: "Falcons vs Buccaneers", not "Game to …". */
const SHOWN = /^(?:tickets?|event|show|concert|game|movie|match)$/;
const WITH_PEOPLE =
  /^(?:meeting|lunch|dinner|coffee|drinks|breakfast|brunch|call|workout|gym|appointment|interview|consultation)$/;

function withPreposition(what: string, name: string): string {
  if (!name.startsWith('to ')) return name;
  if (/^(?:visit|tour|viewing)$/.test(what)) return name;
  return name.replace(/^to/, WITH_PEOPLE.test(what) ? 'with' : 'at');
}

/** In a talk of two people, the user meets the other person, if that person has a name. */
function partnerIn({ segment, speaker, listener }: Sentence, { speakers }: Reading): string {
  const other = speakers.length !== 2 ? null : segment.is_user ? listener : speaker;
  return other && !/^(?:speaker|person|assistant|agent|host|the user)/i.test(other)
    ? `with ${other}`
    : '';
}

const LASTS =
  /\bfor (?:about |around |at least )?(half an hour|an? hour and a half|an?|one|two|three|four|\d{1,3}) ?(minutes?|hours?)\b|\bfor (half an hour|an hour and a half)\b/i;
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
};

/**
 * Returns the stated duration in minutes, from a length or an end time; null when there is none.
 */
export function durationOf(text: string, mention: TimeMention | undefined): number | null {
  if (mention?.end?.time) {
    const minutes = (mention.end.instant.getTime() - mention.instant.getTime()) / 60_000;
    if (minutes > 0 && minutes <= 1440) return minutes;
  }
  const match = LASTS.exec(text);
  if (!match) return null;
  const amount = match[1] ?? match[3]!;
  if (/half an hour/i.test(amount)) return 30;
  if (/and a half/i.test(amount)) return 90;
  const count = NUMBERS[amount.toLowerCase()] ?? Number(amount);
  return Math.min(1440, Math.max(5, /^h/i.test(match[2]!) ? count * 60 : count));
}
