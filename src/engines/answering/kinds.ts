/** The kind of answer that a question asks for, in English, German and Spanish. */
import { wordList } from '../../core/text.ts';
import { isStopWord, termOf, wordsOf } from '../words/terms.ts';

type Kind = 'time' | 'person' | 'other';

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [
    anyOf(
      'when|what time|what day|which day|what date|until when|since when',
      'wann|um wie ?viel uhr|welchem tag|cuándo|cuando|a qué hora|qué día',
    ),
    'time',
  ],
  [anyOf('who|whom|wer|wen|wem|quién|quien|quiénes'), 'person'],
];
/** Questions that ask for something else than yes or no. */
const ASKS_FOR_WORDS = anyOf(
  'when|what|which|who|whom|whose|where|why|how|wann|wer|wen|wem|wessen|wo|wohin|woher|warum|wieso',
  'wie|welche[rsnm]?|qué|quién|quiénes|cuándo|cuánt[oa]s?|cuál|cuáles|dónde|adónde|cómo',
);

function anyOf(...words: string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, 'iu');
}

/** The question word that stands first counts. */
export function kindOf(question: string): Kind {
  const found = KINDS.map(([pattern, kind]) => ({ kind, at: question.search(pattern) }));
  const [first] = found.filter(({ at }) => at >= 0).toSorted((one, other) => one.at - other.at);
  return first?.kind ?? 'other';
}

/** Returns false for "When …?" and "Who …?", and true for "Did Jo say when …?". */
export const mayWantVerdict = (question: string): boolean => {
  const [first = ''] = /\p{L}+(?:\s+\p{L}+)?/u.exec(question.trim()) ?? [];
  return !ASKS_FOR_WORDS.test(first) && !/^was\s/iu.test(first);
};

/** Words of questions that only whole sentences answer: "What did we decide?" */
const OPEN = anyOf(
  'say|says|said|talk|talked|discuss|discussed|decide|decided|agree|agreed|think|mean|happen|happened|tell|told|should',
  'know|learn|new|else|about|plans?|options|ideas?|points|topics|reasons|going on|do next',
  'gesagt|sagte|besprochen|erzählt|beschlossen|ausgemacht|denkt|denken|passiert|soll|sollte|sollen|neues|tun',
  'dijo|dijeron|dijimos|hablamos|decidimos|decidieron|piensa|pasó|debo|debería|planes|nuevo|hacer',
);
const ONE_FACT = new RegExp(
  '^(?:(?:and|but|so|und|aber|y) )?' +
    '(?:(?:at|by|for|from|in|on|since|to|until|with|an|bei|bis|für|mit|seit|um|von|zu|a|con|de|desde|en|hasta|para|por) )?' +
    '(?:' +
    [
      'when|who|whom|whose|where|which|what(?! if)',
      String.raw`how (?!(?:do|does|did|can|could|should|would|is|are|was|were|about|come)(?!\p{L}))\p{L}+`,
      String.raw`(?:did|does|do|is|are|was|were|has|have|had|will|am)(?= (?!you(?!\p{L})))`,
      'wann|wer|wen|wem|wessen|wo|wohin|woher|was|welche[rsnm]?',
      String.raw`wie (?:viele?|alt|lange|oft|weit|hoch|groß|heißt|heißen)`,
      String.raw`(?:hat|haben|habe|ist|sind|war|waren|wird|werden|bin)(?= (?!du(?!\p{L})))`,
      'cuándo|quién(?:es)?|dónde|adónde|cuánt[oa]s?|cuál(?:es)?|cómo se llaman?|qué',
    ].join('|') +
    String.raw`)(?!\p{L})`,
  'iu',
);

/** Returns true if a few words can answer: "When is the party?", but not "Why did she leave?" */
export const asksForOneFact = (question: string): boolean =>
  ONE_FACT.test(question.replace(/^[¿\s]+/u, '')) && !OPEN.test(question);

/** Words of a question that say nothing about its matter. */
const ASKING = new Set(
  wordList(`
  when what which who whom whose where why how many much old long often far time day kind sort does did
  wann was welche welcher welches welchen welchem wer wen wem wo wohin woher warum wie viel viele alt lange
  uhr ist sind hat habe haben wird der die das den dem des ein eine einen einem einer und oder mit fur von vom
  zu zum zur aus auf bei nach im in am an um bis seit ich mir mich mein meine meinen er sie es ihr sein seine
  ihre soll muss
  cuando que cual cuales quien quienes donde adonde por como cuanto cuanta cuantos cuantas hora dia es son
  esta estan ha he han tengo tiene tienen el la los las un una de del al a en con para se su sus mi mis y o
  le lo`),
);

/** Inflected words have the same first letters. */
const STEM = 5;

/** The words of a text that say what it is about, cut so that inflected words are the same. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of wordsOf(text)) {
    if (!isStopWord(word) && !ASKING.has(word)) stems.add(termOf(word).slice(0, STEM));
  }
  return stems;
}

export const isAsking = (term: string): boolean => ASKING.has(term);
