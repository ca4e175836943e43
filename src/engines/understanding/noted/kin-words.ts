/** The words for family, friends and pets in each language of the reader, and how they are noted. */

export interface Kin {
  /** A regular expression of the words that follow "my". */
  words: string;
  /** A memory of one without a name; absent if everybody has one, or several of no interest. */
  unnamed?: string;
  /** The memory of one with a name is this text, and then the name. */
  named?: string;
  /** True for what may be gone in a story of the past: "my dog was called Rex". */
  isOfToday?: true;
}

export interface KinLanguage {
  mine: string;
  /** Words between "my" and the relative. */
  between: string;
  kin: readonly Kin[];
  /** How people address each other, with the memories of who says it and who hears it. */
  addresses: readonly Address[];
  /** The sentence is about somebody who is not in the life of the user any more. */
  isOver: RegExp;
  isPast: RegExp;
}

interface Address {
  words: string;
  /** The memory of a user who is addressed so, and then the name of the speaker. */
  heard: string;
  /** The memory of a user who addresses somebody so, and then the name of that person. */
  said: string;
}

const ENGLISH: KinLanguage = {
  mine: 'my|our',
  between:
    'older|elder|eldest|oldest|younger|youngest|little|big|baby|middle|other|twin|half|best|dear|new',
  kin: [
    one('a wife', 'wife|missus'),
    one('a husband', 'husband|hubby'),
    ofToday(one('a partner', 'partner')),
    ofToday(one('a girlfriend', 'girlfriend')),
    ofToday(one('a boyfriend', 'boyfriend')),
    ofToday(one('a fiancé', 'fianc[eé]')),
    ofToday(one('a fiancée', 'fianc[eé]e')),
    one('a son', 'son'),
    named('a son', 'boy|lad'),
    one('a daughter', 'daughter'),
    named('a daughter', 'girl|lass'),
    { words: 'kids|children', unnamed: 'Has children' },
    { words: 'grandkids|grandchildren', unnamed: 'Has grandchildren' },
    { words: 'twins', unnamed: 'Has twins' },
    one('a grandson', 'grandson'),
    one('a granddaughter', 'granddaughter'),
    one('a brother', 'brother'),
    one('a sister', 'sister'),
    named('a mother', 'mum|mom|mam|mother'),
    named('a father', 'dad|father'),
    named('a grandmother', 'gran|granny|grandma|nan|nana|grandmother'),
    named('a grandfather', 'grandad|granddad|grandpa|grandfather'),
    named('an aunt', 'aunt|auntie|aunty'),
    named('an uncle', 'uncle'),
    named('a cousin', 'cousin'),
    named('a niece', 'niece'),
    named('a nephew', 'nephew'),
    named('a brother-in-law', 'brother-in-law'),
    named('a sister-in-law', 'sister-in-law'),
    named('a mother-in-law', 'mother-in-law'),
    named('a father-in-law', 'father-in-law'),
    named('a friend', 'friend|mate'),
    named('a neighbour', 'neighbou?r'),
    named('a flatmate', 'flatmate|housemate|roommate'),
    named('a colleague', 'colleague'),
    named('a boss', 'boss|manager'),
    ofToday(one('a dog', 'dog|puppy')),
    ofToday(one('a cat', 'cat|kitten')),
    ofToday(one('a horse', 'horse|pony')),
    ofToday(one('a rabbit', 'rabbit')),
    ofToday(one('a hamster', 'hamster')),
    ofToday(one('a parrot', 'parrot')),
  ],
  addresses: [
    {
      words: 'mum|mom|mam|mummy|mommy|dad|daddy',
      heard: 'Has a child called',
      said: 'Has a parent called',
    },
    {
      words: 'nan|nana|gran|granny|grandma|grandad|granddad|grandpa|gramps',
      heard: 'Has a grandchild called',
      said: 'Has a grandparent called',
    },
  ],
  isOver: new RegExp(
    String.raw`\b(?:(?:my|our) (?:late|ex|former|first|old)|ex-\w+|died|dead|passed(?: away)?|lost|buried|funeral` +
      String.raw`|divorced|split|broke up|left (?:me|him|her)|put (?:him|her|it) (?:down|to sleep))\b`,
    'iu',
  ),
  isPast: /\b(?:was|were|had|used to|back then|years ago|when i|as a (?:kid|child|boy|girl))\b/iu,
};

function ofToday(kin: Kin): Kin {
  return { ...kin, isOfToday: true };
}

function one(what: string, words: string): Kin {
  return { words, unnamed: `Has ${what}`, named: `Has ${what} called` };
}

function named(what: string, words: string): Kin {
  return { words, named: `Has ${what} called` };
}

const GERMAN: KinLanguage = {
  mine: 'meine?|meine[mnr]|unsere?|unsere[mnr]',
  between:
    'ältere[rn]?|älteste[rn]?|jüngere[rn]?|jüngste[rn]?|kleine[rn]?|große[rn]?|beste[rn]?|liebe[rn]?',
  kin: [
    german('Meine', 'Frau', 'eine Frau'),
    german('Mein', 'Mann', 'einen Mann'),
    german('Mein', 'Sohn', 'einen Sohn'),
    german('Meine', 'Tochter', 'eine Tochter'),
    { words: 'kinder|kindern', unnamed: 'Ich habe Kinder' },
    { words: 'enkelkinder|enkelkindern', unnamed: 'Ich habe Enkel' },
    german('Mein', 'Enkel', 'einen Enkel'),
    german('Meine', 'Enkelin', 'eine Enkelin'),
    german('Mein', 'Bruder', 'einen Bruder'),
    german('Meine', 'Schwester', 'eine Schwester'),
    german('Meine', 'Mutter'),
    german('Mein', 'Vater'),
    german('Meine', 'Oma'),
    german('Mein', 'Opa'),
    german('Meine', 'Tante'),
    german('Mein', 'Onkel'),
    german('Meine', 'Cousine'),
    german('Mein', 'Cousin'),
    german('Meine', 'Freundin'),
    german('Mein', 'Freund'),
    german('Meine', 'Nachbarin'),
    german('Mein', 'Nachbar'),
    german('Meine', 'Kollegin'),
    german('Mein', 'Kollege', undefined, 'kollegen?'),
    german('Meine', 'Chefin'),
    german('Mein', 'Chef'),
    ofToday(german('Mein', 'Hund', 'einen Hund')),
    ofToday(german('Meine', 'Katze', 'eine Katze')),
    ofToday(german('Mein', 'Kater', 'einen Kater')),
    ofToday(german('Mein', 'Pferd', 'ein Pferd')),
  ],
  addresses: [
    {
      words: 'mama|mami|mutti|papa|papi|vati',
      heard: 'Mein Kind heißt',
      said: 'Ein Elternteil heißt',
    },
    { words: 'oma|omi|opa|opi', heard: 'Mein Enkelkind heißt', said: 'Oma oder Opa heißt' },
  ],
  isOver:
    /(?<!\p{L})(?:ex|verstorben\p{L}*|gestorben|tot|beerdig\p{L}*|geschieden\p{L}*|getrennt\p{L}*|frühere[rn]?)(?!\p{L})/iu,
  isPast: /(?<!\p{L})(?:war|waren|hatte|hatten|damals|früher|als kind)(?!\p{L})/iu,
};

function german(mine: string, word: string, having?: string, words = word): Kin {
  return {
    words,
    ...(having && { unnamed: `Ich habe ${having}` }),
    named: `${mine} ${word} heißt`,
  };
}

const SPANISH: KinLanguage = {
  mine: 'mis?|nuestr[oa]s?',
  between: 'mejor|querid[oa]',
  kin: [
    spanish('mujer', 'mujer', 'mujer|esposa'),
    spanish('marido', 'marido', 'marido|esposo'),
    spanish('novia', 'novia'),
    spanish('novio', 'novio'),
    spanish('hijo', 'un hijo'),
    spanish('hija', 'una hija'),
    { words: 'hijos', unnamed: 'Tengo hijos' },
    { words: 'nietos', unnamed: 'Tengo nietos' },
    spanish('nieto', 'un nieto'),
    spanish('nieta', 'una nieta'),
    spanish('hermano', 'un hermano'),
    spanish('hermana', 'una hermana'),
    spanish('madre'),
    spanish('padre'),
    spanish('abuela'),
    spanish('abuelo'),
    spanish('tía'),
    spanish('tío'),
    spanish('prima'),
    spanish('primo'),
    spanish('amiga'),
    spanish('amigo'),
    spanish('vecina'),
    spanish('vecino'),
    spanish('jefa'),
    spanish('jefe'),
    ofToday(spanish('perro', 'un perro')),
    ofToday(spanish('perra', 'una perra')),
    ofToday(spanish('gato', 'un gato')),
    ofToday(spanish('gata', 'una gata')),
  ],
  addresses: [
    {
      words: 'mamá|mami|papá|papi',
      heard: 'Mi hijo o hija se llama',
      said: 'Mi madre o padre se llama',
    },
    {
      words: 'abuela|abuelo|abuelita|abuelito',
      heard: 'Mi nieto o nieta se llama',
      said: 'Mi abuela o abuelo se llama',
    },
  ],
  isOver:
    /(?<!\p{L})(?:ex|murió|muri[oó]|falleció|difunt[oa]|divorciad[oa]s?|separad[oa]s?|entierro|funeral)(?!\p{L})/iu,
  isPast: /(?<!\p{L})(?:era|eran|estaba|estaban|tenía|tenían|antes|de niñ[oa])(?!\p{L})/iu,
};

function spanish(word: string, having?: string, words = word): Kin {
  return {
    words,
    ...(having && { unnamed: `Tengo ${having}` }),
    named: `Mi ${word} se llama`,
  };
}

export const KIN: Readonly<Record<string, KinLanguage>> = { en: ENGLISH, de: GERMAN, es: SPANISH };
