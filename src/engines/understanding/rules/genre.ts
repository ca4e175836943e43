import type { Reading } from './reading.ts';

/**
 * Common kinds of talk. The kind provides the first words of a title: "Doctor visit about
 * headaches" says more than "Headaches and pills". A kind is chosen when the talk contains enough
 * different cues for it.
 */
export interface Genre {
  /** The title when no subject is known. */
  label: string;
  /** The words between the label and the subject; null when the label alone is the title. */
  join: string | null;
  /**
   * True when the speakers ask, order or report something. Facts about such speakers matter only
   * for that errand and are soon outdated.
   */
  isErrand: boolean;
}

const PERSONAL = ['Weekend plan', 'Dating', 'School', 'Exercise'];

const genres: readonly (Omit<Genre, 'isErrand'> & { cues: string; least: number })[] = [
  {
    label: 'Directions',
    join: 'to',
    least: 2,
    cues: 'how (?:do|can|could) (?:i|we) get to|turn (?:left|right)|(?:go|walk|keep) straight|blocks? (?:away|down|from)|which way|is it far|how far|tell me (?:where|the way)|way to the|on your (?:left|right)|lost my way|across from|next to the|corner',
  },
  {
    label: 'Ordering food',
    join: ':',
    least: 3,
    cues: 'may i take your order|ready to order|menu|waiter|waitress|appetizer|dessert|medium|well done|rare|steak|soup|salad|to drink|the bill|the check|delicious|side dish|special of the day|for here or to go|table for',
  },
  {
    label: 'Job interview',
    join: 'for',
    least: 3,
    cues: 'interview|appl(?:y|ied|ying) for|position|resume|strengths?|weakness(?:es)?|qualifi\\w+|salary|hire|previous job|work(?:ing)? experience|why do you want|your company|graduated from',
  },
  {
    label: 'Doctor visit',
    join: 'about',
    least: 3,
    cues: 'doctor|symptoms?|prescri\\w+|pain|temperature|fever|examine|medicine|hurts?|how long have you|take a deep|pills?|cough\\w*|headache|sore|blood|allerg\\w+|appointment|dentist|tooth\\w*|patient',
  },
  {
    label: 'Hotel booking',
    join: null,
    least: 3,
    cues: 'check(?:ing)? in|check(?:ing)? out|single room|double room|reservation|reserve|room key|suite|hotel|nights?|front desk|per night|vacan\\w+|with a bath',
  },
  {
    label: 'Booking a trip',
    join: 'to',
    least: 3,
    cues: 'tickets?|flights?|one[- ]way|round[- ]trip|economy|first class|departure|depart|aisle|window seat|airlines?|travel agen\\w+|book a|boarding|non-?stop',
  },
  {
    label: 'Shopping',
    join: 'for',
    least: 2,
    cues: "how much (?:is|are|does|do)|try (?:it|them|this|that|these|on)|what size|price|discount|on sale|cash or|receipt|i'll take (?:it|them|this|one)|fitting room|cheaper|looking for a|what colou?r|wrap it|can i help you|may i help you|shop",
  },
  {
    label: 'Complaint',
    join: 'about',
    least: 2,
    cues: "complain\\w*|refund|unacceptable|speak to (?:the|your) manager|doesn't work|not satisfied|terrible service|apologi\\w+|compensat\\w+|noise|rude",
  },
  {
    label: 'Bank account',
    join: 'and',
    least: 3,
    cues: 'bank|accounts?|deposit|withdraw\\w*|savings|checking|interest|loan|transfer|balance|atm|cash a|passbook',
  },
  {
    label: 'Renting',
    join: ':',
    least: 3,
    cues: 'rent(?:al|ing)?|landlord|lease|apartment|deposit|bedrooms?|furnished|per month|utilities|move in|flat|insurance|mileage',
  },
  {
    label: 'Negotiation',
    join: 'about',
    least: 3,
    cues: 'offer|price|order|discount|shipment|terms|contract|delivery|quotation|market|commission|quantity|payment|samples?|goods',
  },
  {
    label: 'Phone call',
    join: 'about',
    least: 2,
    cues: 'speak to|speaking\\b|hold (?:on|the line)|leave (?:a|him|her) (?:a )?message|this is \\w+ calling|calling (?:about|from|to)|extension|call (?:him|her|you) back|take a message|wrong number',
  },
  {
    label: 'Weekend plan',
    join: ':',
    least: 2,
    cues: "weekend|saturday|sunday|any plans|plans? for|going to do|do you want to (?:go|come)|free (?:on|this|tonight)|let's go|sounds (?:good|great|fun)",
  },
  {
    label: 'Dating',
    join: 'and',
    least: 3,
    cues: 'dates?|dating|boyfriend|girlfriend|in love|broke up|break up|blind date|marry|married|ask (?:her|him) out|kiss|relationship|crush|first sight',
  },
  {
    label: 'School',
    join: 'and',
    least: 3,
    cues: 'exams?|class(?:es)?|teacher|homework|grades?|school|semester|professor|major|course|study|college|university|graduat\\w+|test',
  },
  {
    label: 'Workplace talk',
    join: ':',
    least: 3,
    cues: 'boss|office|colleagues?|overtime|promotion|raise|report|meeting|deadline|department|coworker|manager|project|company',
  },
  {
    label: 'Exercise',
    join: 'and',
    least: 3,
    cues: 'exercise|gym|workout|work out|run|running|jog|lose weight|diet|fit|muscles?|swim\\w*|healthy|yoga',
  },
];

const heardAs = genres.map(({ cues, ...genre }) => ({
  ...genre,
  isErrand: !PERSONAL.includes(genre.label),
  pattern: new RegExp(`\\b(?:${cues})\\b`, 'g'),
}));

const USUAL_WORDS = 400;

const known = new WeakMap<Reading, Genre | null>();

/** Returns the genre of the talk; null when none fits. */
export function genreOf(reading: Reading): Genre | null {
  const found = known.get(reading);
  if (found !== undefined) return found;
  const genre = genreIn(reading.sentences.map(({ text }) => text).join(' '));
  known.set(reading, genre);
  return genre;
}

/**
 * Chooses the genre whose number of different cues is highest in relation to the number that the
 * genre needs.
 */
function genreIn(text: string): Genre | null {
  let best: Genre | null = null;
  let most = 0;
  const lower = text.toLowerCase();
  // A long meeting eventually contains words of every genre.
  const length = Math.max(1, lower.split(' ').length / USUAL_WORDS);
  for (const { pattern, least, ...genre } of heardAs) {
    const heard = new Set(lower.match(pattern));
    const strength = heard.size / (least * length);
    if (strength >= 1 && strength > most) [best, most] = [genre, strength];
  }
  return best;
}
