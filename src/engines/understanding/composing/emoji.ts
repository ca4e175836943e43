import { pairsOf } from '../../../core/text.ts';
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
  ...pairsOf(String.raw`
  birthdays?:🎂 wedding|bride|groom:💒 dentist|toothache|tooth:🦷 soccer|football:⚽ basketball:🏀
  tennis:🎾 swim|swimming|pool:🏊 gym|workout:🏋️ yoga|meditation:🧘 guitar|band:🎸 piano:🎹 pizza:🍕
  cook|cooking|recipe:🍳 dinner|lunch|restaurant|menu:🍽️ coffee|espresso:☕
  grocery|groceries|supermarket|shopping\slist:🛒 puppy|puppies|dogs?|vet:🐶 kittens?|cats?:🐱
  garden|gardening|plants?|flowers?:🌷 camping|tent|hiking|hike:🏕️ beach|island:🏖️ hotel|hostel:🏨
  train|railway:🚆 bus:🚌 taxi|cab:🚕 car|garage|mechanic:🚗 flight|airport|plane:✈️
  interview|resume:🤝 exam|homework:📝 police|stolen|theft:🚓 phone|call:📞
  invoice|budget|loan|bank:💰`),
].map(([words, emoji]) => [new RegExp(String.raw`\b(?:${words})\b`, 'gi'), emoji]);

/** A thing must occur this often for its emoji to represent the whole conversation. */
const OFTEN = 2;

export function emojiFor(category: Category, title: string, text: string): string {
  const named = OF_THING.find(([thing]) => countOf(thing, title) > 0);
  if (named) return named[1];
  const isVague = category === 'other' || category === 'personal' || category === 'social';
  const often = isVague && OF_THING.find(([thing]) => countOf(thing, text) >= OFTEN);
  return often ? often[1] : OF_CATEGORY[category];
}

const countOf = (thing: RegExp, text: string): number => text.match(thing)?.length ?? 0;
