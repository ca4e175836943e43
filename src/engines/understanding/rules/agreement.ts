/** Cues for sentences that propose, accept, refuse, state or report an appointment. */
import type { Sentence } from './reading.ts';

const AGREES =
  /^(?:(?:well|oh|ah|hmm),? )?(?:yes|yeah|yep|sure|ok(?:ay)?|of course|no problem|certainly|all right|alright|aright|absolutely|definitely|fine|great|perfect|good|sounds|deal|it'?s a (?:deal|date)|that(?:'s| is) (?:fine|great|good|perfect|ok)|that (?:works|sounds|would be (?:great|fine|nice|lovely|good|perfect))|see you|i'll be there|looking forward|works for me|can't wait|why not|i'd love to|i'd like that)\b|\b(?:is|are|would be|will be) (?:fine|good|great|perfect|okay|ok)(?: (?:for|with|by) (?:me|us))?(?: (?:too|then))?[.!]*$|\bworks(?: for (?:me|us))?(?: (?:too|then))?[.!]*$|\b(?:see you (?:then|there)|it'?s a (?:deal|date)|works for me|sounds (?:good|great|perfect)|i'll be there|looking forward to it)\b/i;
const REFUSES =
  /^(?:no\b|nope|sorry|unfortunately|i'm afraid|not really)|\b(?:can't|cannot|won't|not (?:able|free|available|going)|don't (?:want|think)|busy|call(?:ed)? off|another time|some other time|rain check|have other plans|already have plans)\b/i;
const TOGETHER =
  /\b(?:let's|shall we|why don't (?:we|you)|(?:can|could|should) we|we (?:can|could|should)|how about (?:we|meeting|having|going|lunch|dinner|coffee|breakfast|brunch|drinks)|(?:do you want|would you like|wanna|want|care) (?:to )?(?:meet|come|join|have (?:lunch|dinner|coffee|a drink)|go (?:to|out|for)|get together|grab|hang out)|are you (?:free|available|doing anything)|join (?:me|us)|come over|come to my|get together|catch up|meet (?:you|me|up|at|for|on|with)|pick you up|invite you|does .+ work (?:for you)?)\b/i;
const CLOSES =
  /\b(?:(?:i'll |i will |we'll )?(?:see|meet) you (?!later|soon|again)|(?:i'll |i will )pick you up|let's (?:say|make it))\b/i;
const OWN =
  /\b(?:(?:i|we)(?:'ve| have)(?: got)? (?:a|an|my|our|another|the) (?:[\w'-]+ ){0,4}?(?:meeting|appointment|interview|lunch|dinner|class|lesson|session|date|reservation|booking|party|rehearsal|exam|conference|call|game|match|workshop|check-?up)|(?:my|our) (?:[\w'-]+ ){0,3}?(?:meeting|appointment|interview|lunch|dinner|class|lesson|reservation|rehearsal|exam|party|wedding|conference|call|check-?up)(?: with [\w' .]+?)? (?:is|starts|'s)\b|there(?:'s| is) (?:a|an|our|the) (?:[\w'-]+ ){0,3}?(?:meeting|party|rehearsal|conference|exam|wedding)|i(?:'m| am) (?:meeting|seeing|having (?:lunch|dinner|coffee) with) )/i;
const UNSURE =
  /\b(?:i'd (?:like|love|rather)|want to|otherwise|maybe|perhaps|might|may|possibly|if|would|should|hope|wish|thinking (?:about|of)|not sure|cancel(?:led|ed)?|moved|had|was|were|last|yesterday|ago|used to|every)\b/i;

const THING =
  '(?:appointment|visit|reservation|booking|table|tickets?|events?|calendar|schedule|seats?|tour|meeting|viewing|session|scheduling|slot|place|it|that|this|everything|you)';
const DONE =
  '(?:booked|confirmed|scheduled|reserved|added|purchased|bought|made|done|set(?: up)?|updated|established|arranged|included|saved|complete[d]?|taken|placed|successful|finali[sz]ed|created|recorded|noted|fixed|entered|ordered|put in|in place|ready)';
const BOOKED = [
  new RegExp(
    `\\b${THING}(?: (?:to|on|for|in|with|at) (?:[\\w.'-]+ ){0,6}?| )?(?:has|have|is|are|was|were|'s|'ve|'re)(?: (?:been|now|also|already|all|gone|successfully|just))*[ ]${DONE}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:i|we)(?:'ve| have|'m| am)? ?(?:also |just |now |already |successfully |gone ahead and |went ahead and |done )*(?:booked|confirmed|scheduled|reserved|added|purchased|bought|ordered|made|set up|updated|arranged|included|created|put|entered)\\b(?! up)`,
    'i',
  ),
  new RegExp(
    `^(?:ok(?:ay)?,? |great,? |sure,? )?(?:the |your )?${THING}(?: is)?(?: successfully)? ${DONE}\\b`,
    'i',
  ),
  /\b(?:was able to|managed to) (?:book|add|update|schedule|reserve|make|set|put|get)\b/i,
  /\b(?:you're|you are|your|we're|it's) all (?:set|booked)\b|\ball booked\b|\b(?:on|in) the (?:books|diary)\b|\bit's (?:on|in) your calendar\b|\bgone through\b|\bwent through\b|\bsuccessfully (?:booked|added|scheduled|reserved|made|confirmed|purchased)\b/i,
];
/** Words that turn a booking report into a question, a plan or a failure. */
const NOT_YET =
  /\b(?:please|kindly|ensure|would|shall|should|could|can|want|wants|like|to confirm|confirming|will|i'll|going to|try|trying|if|once|when|before|not|n't|unable|sorry|couldn't|wasn't|unsuccessful|already have|do you|have you|did you|has anyone|any(?:thing)? else|other|planned)\b/i;
const FAILED =
  /\b(?:unable|not able|could(?:n't| not)|can(?:'t|not)|fail(?:ed)?|unavailable|unsuccessful|wasn't|weren't)\b/i;

const FREE =
  /\b(?:free|available|availability|openings?|open (?:slot|from|until|at)|slots?|between .+ and|nothing (?:else )?(?:planned|scheduled)|anything (?:else )?(?:planned|scheduled)|opens?|closes?)\b/i;

/** Words that cancel an appointment, whoever speaks them. */
const CANCELS =
  /\b(?:cancel(?:l?ed|s|l?ing)?|call(?:ed|ing)? (?:(?:it|that|this) )?off|(?:is|are) off|fell through|not happening)\b/i;

export const cancels = ({ text }: Pick<Sentence, 'text'>): boolean => CANCELS.test(text);

export const agreesTo = ({ text, isQuestion }: Sentence): boolean =>
  AGREES.test(text) && !isQuestion && !REFUSES.test(text.slice(0, 40));

export const isRefused = ({ text }: Pick<Sentence, 'text'>): boolean => REFUSES.test(text);

export const proposesTogether = ({ text, isQuestion }: Sentence): boolean =>
  TOGETHER.test(text) &&
  !/\botherwise\b/i.test(text) &&
  (isQuestion || /\b(?:let's|we|meet|join|come|how about)\b/i.test(text));

/**
 * Matches a statement about the speaker's own appointment, or the goodbye of two people who will
 * meet. "See you tomorrow" alone is only a greeting.
 */
export function isStated(
  { text, isQuestion }: Sentence,
  says: { day: boolean; hour: boolean },
): boolean {
  if (isQuestion || UNSURE.test(text)) return false;
  return (says.hour && CLOSES.test(text)) || ((says.hour || says.day) && OWN.test(text));
}

export function isBooked({ text, isQuestion }: Sentence): boolean {
  if (isQuestion || FAILED.test(text)) return false;
  return BOOKED.some((pattern) => {
    const match = pattern.exec(text);
    return match !== null && !NOT_YET.test(text.slice(0, match.index + match[0].length));
  });
}

export const speaksOfFreeTime = ({ text }: Sentence): boolean => FREE.test(text);
