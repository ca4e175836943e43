/** What makes a sentence a lasting fact about its speaker, and what speaks against it. */

/** Bound to a day: true when said, false or meaningless next month. */
export const TIME_BOUND = /\b(?:today|tomorrow|tonight|yesterday|right now|at the moment|currently|this (?:morning|afternoon|evening|week|weekend|month|time|one)|next (?:week|month|weekend|year|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|last (?:night|week|weekend|month|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|just now|lately|recently|soon|ago|an? (?:hour|minute)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|later|the other day|upcoming|just (?:got|had|went|finished|started|came|saw|heard)|o'clock|\d+ ?[ap]m)\b/i; // prettier-ignore

const cues: [RegExp, number][] = [
  [/\bi (?:really |absolutely |also |just |truly )?(?:love|like|enjoy|adore|hate|dislike|prefer)\b/i, 2.2],
  [/\b(?:my favou?rite|i'm (?:a )?(?:big |huge )?fan of|i'm (?:into|keen on|passionate about|crazy about|allergic to|afraid of|good at|interested in|obsessed with))\b/i, 2.6],
  [/\bi (?:live|work|study|teach|volunteer|own|run|play|collect|speak|come from|was born|grew up|belong)\b/i, 2.4],
  [/\bi(?:'m| am) (?:an? |the )\w+/i, 1.6],
  [/\bi(?:'m| am) (?:from|married|single|divorced|vegan|vegetarian|retired|left-handed|engaged)\b/i, 2.6],
  [/\bi(?:'ve| have) (?:always|never|been|known|lived|worked|played|loved|had)\b/i, 1.8],
  [/\bi (?:have|'ve got|have got) (?:an? |two |three |four |\d+ |a few |lots of |some |my own )/i, 1.6],
  [/\bi (?:always|never|usually|often|try to|tend to)\b/i, 1.4],
  [/\bmy (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|kids|children|mother|father|mom|dad|parents|family|brother|sister|dog|cat|pets?|grandma|grandpa|grandmother|grandfather|friends?|name|job|birthday|hobby|dream|goal|passion|degree|company|house|home)\b/i, 1.8],
  [/\b(?:means (?:a lot|so much|the world|everything)|makes me|helps me|keeps me|reminds me|is (?:important|special) to me|motivates? me|inspires? me|brings? me|gives? me|passion|hobby|dream(?:ed)?|goal)\b/i, 1.6],
  [/\b(?:i believe|i value|i care about|i appreciate|i cherish|i'm proud|i'm grateful|i'm thankful|i'm lucky)\b/i, 1.2],
  [/\bi (?:want|plan|hope|aim|would love|'d love|wish) to\b|\bi'm (?:planning|hoping|thinking of|looking into|working on|learning|studying|starting|considering)\b/i, 1.4],
  [/\b(?:since i was|for (?:\d+|a few|many|several|two|three|four|five|six|seven|ten) years|years old|growing up|as a kid|childhood)\b/i, 1.6],
  [/\b(?:career|business|store|studio|university|college|degree|job|company|volunteer|kids|family|music|painting|reading|writing|cooking|hiking|yoga|running|dance|dancing|art|books?|games?|nature|travel)\b/i, 0.8],
  [/\b(?:you|your|you're)\b/i, -1.2],
  [/^(?:thanks|thank|sorry|sure|yes|yeah|no|okay|ok|wow|congrats|hey|hi)\b/i, -1.2],
  [/\b(?:can't wait|let me know|looking forward|i hope|i guess|i think so|i know|i see|i mean|i agree|i'm sure|i'm glad|i'm sorry|i'm happy|i'm excited|good luck|i bet|i heard)\b/i, -1.2],
  [/\b(?:this|that|it|these|those|there|here)\b/i, -0.5],
  [/\b(?:was|were|went|got|had|did|took|made|saw|came|told|said|met|tried|gave|found)\b/i, -0.7],
  [/\b(?:maybe|might|perhaps|probably|if)\b/i, -0.7],
  [/\b(?:can|could|will|would|gonna|going to|i'll)\b/i, -0.6],
  [/\b(?:not sure|don't know|no idea)\b/i, -1.5],
]; // prettier-ignore

const START = -2.2;

export function cueScore(clause: string): number {
  let score = START;
  for (const [cue, weight] of cues) if (cue.test(clause)) score += weight;
  const words = clause.split(/\s+/).length;
  if (words < 5) score -= 0.8;
  if (words > 20) score -= 0.5;
  return score;
}

/** Facts and tastes that tell who someone is are `system`; what is worth telling others is `interesting`. */
export const whatKind = (content: string): 'interesting' | 'system' =>
  /^(?:Lives?|Works?|Is|Has|Likes?|Prefers?|Speaks?|Owns?|Studies|Was born|Grew up|Uses?|Plays?|Favou?rite|Name|Wife|Husband|Birthday)\b/.test(content) ? 'system' : 'interesting'; // prettier-ignore
