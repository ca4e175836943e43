import type { Category } from '../maker.ts';

const OF_CATEGORY: Readonly<Record<Category, string>> = {
  personal: '🏠',
  education: '📚',
  health: '🩺',
  finance: '💰',
  legal: '⚖️',
  philosophy: '🤔',
  spiritual: '🙏',
  science: '🔬',
  entrepreneurship: '🚀',
  parenting: '🧸',
  romantic: '❤️',
  travel: '✈️',
  inspiration: '✨',
  technology: '💻',
  business: '💼',
  social: '👋',
  work: '🗂️',
  sports: '🏅',
  politics: '🏛️',
  literature: '📖',
  history: '🏺',
  architecture: '🏗️',
  music: '🎵',
  weather: '⛅',
  news: '📰',
  entertainment: '🎬',
  psychology: '🧠',
  real: '🏘️',
  design: '🎨',
  family: '👪',
  economics: '📈',
  environment: '🌱',
  other: '💬',
};

/**
 * Emojis for things in a text. These emojis take precedence over the emoji of the category, and the
 * first match is used.
 */
const OF_THING: [RegExp, string][] = [
  [/\bbirthdays?\b/i, '🎂'],
  [/\b(?:wedding|bride|groom)\b/i, '💒'],
  [/\b(?:dentist|toothache|tooth)\b/i, '🦷'],
  [/\b(?:soccer|football)\b/i, '⚽'],
  [/\bbasketball\b/i, '🏀'],
  [/\btennis\b/i, '🎾'],
  [/\b(?:swim(?:ming)?|pool)\b/i, '🏊'],
  [/\b(?:gym|workout)\b/i, '🏋️'],
  [/\b(?:yoga|meditation)\b/i, '🧘'],
  [/\b(?:guitar|band)\b/i, '🎸'],
  [/\bpiano\b/i, '🎹'],
  [/\b(?:pizza)\b/i, '🍕'],
  [/\b(?:cook(?:ing)?|recipe)\b/i, '🍳'],
  [/\b(?:dinner|lunch|restaurant|menu)\b/i, '🍽️'],
  [/\b(?:coffee|espresso)\b/i, '☕'],
  [/\b(?:grocer(?:y|ies)|supermarket|shopping list)\b/i, '🛒'],
  [/\b(?:pupp(?:y|ies)|dogs?|vet)\b/i, '🐶'],
  [/\b(?:kittens?|cats?)\b/i, '🐱'],
  [/\b(?:garden(?:ing)?|plants?|flowers?)\b/i, '🌷'],
  [/\b(?:camping|tent|hiking|hike)\b/i, '🏕️'],
  [/\b(?:beach|island)\b/i, '🏖️'],
  [/\b(?:hotel|hostel)\b/i, '🏨'],
  [/\b(?:train|railway)\b/i, '🚆'],
  [/\b(?:bus)\b/i, '🚌'],
  [/\b(?:taxi|cab)\b/i, '🚕'],
  [/\b(?:car|garage|mechanic)\b/i, '🚗'],
  [/\b(?:flight|airport|plane)\b/i, '✈️'],
  [/\b(?:interview|resume)\b/i, '🤝'],
  [/\b(?:exam|homework)\b/i, '📝'],
  [/\b(?:police|stolen|theft)\b/i, '🚓'],
  [/\b(?:phone|call)\b/i, '📞'],
  [/\b(?:invoice|budget|loan|bank)\b/i, '💰'],
];

/** A thing must occur this often for its emoji to represent the whole conversation. */
const OFTEN = 2;

export function emojiFor(category: Category, title: string, text: string): string {
  const named = OF_THING.find(([thing]) => thing.test(title));
  if (named) return named[1];
  const isVague = category === 'other' || category === 'personal' || category === 'social';
  const often = isVague && OF_THING.find(([thing]) => countOf(thing, text) >= OFTEN);
  return often ? often[1] : OF_CATEGORY[category];
}

const countOf = (thing: RegExp, text: string): number =>
  text.match(new RegExp(thing.source, 'gi'))?.length ?? 0;
