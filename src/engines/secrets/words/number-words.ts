/** The words for digits and numbers, by language. This file contains only data. */

import { wordList } from '../../../core/text.ts';

const words = (line: string, values: readonly string[]): [string, string][] =>
  line
    .split(' ')
    .flatMap((each, index) =>
      each.split('/').map((word): [string, string] => [word, values[index]!]),
    );

const ONES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
export const DIGITS = new Map([
  ...words('zero/oh/o/nought/naught/nil one two three four five six seven eight nine/niner', ONES),
  ...words('null eins/ein zwei/zwo drei vier fünf/fuenf sechs sieben acht neun', ONES),
  ...words('cero uno/un dos tres cuatro cinco seis siete ocho nueve', ONES),
  ...words('zéro une deux trois quatre cinq six sept huit neuf', ONES),
  // The Portuguese "um" (one) is omitted, because English speakers say it when they hesitate.
  ...words('zero uma dois/duas três quatro cinco seis sete oito nove', ONES),
]);
export const TEENS = new Map([
  ...words(
    'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    ONES.map((digit) => `1${digit}`),
  ),
  ...words(
    'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    ONES.map((digit) => `1${digit}`),
  ),
  ...words(
    'diez – doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    ONES.map((digit) => `1${digit}`),
  ),
  ...words(
    'dix/dez onze douze/doze treize/treze quatorze/catorze quinze seize/dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove',
    ONES.map((digit) => `1${digit}`),
  ),
]);
/** Spanish writes the numbers from 21 to 29 as one word. */
export const TWENTIES = new Map(
  words(
    'veintiuno/veintiún veintidós/veintidos veintitrés/veintitres veinticuatro veinticinco ' +
      'veintiséis/veintiseis veintisiete veintiocho veintinueve',
    ONES.slice(1).map((digit) => `2${digit}`),
  ),
);
export const TENS = new Map([
  ...words('twenty thirty forty/fourty fifty sixty seventy eighty ninety', ONES.slice(2)),
  ...words('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', ONES.slice(2)),
  ...words(
    'zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
    ONES.slice(2),
  ),
  ...words('vingt trente quarante cinquante soixante', ONES.slice(2)),
  ...words('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', ONES.slice(2)),
]);
/** The number of digits that a scale stands for: two for "hundred", three for "thousand". */
export const SCALES = new Map([
  ['hundred', 2],
  ['thousand', 3],
]);
export const GERMAN_TENS =
  /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(\p{L}+zig|drei(?:ß|ss)ig)$/u;
export const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
  ['quadruple', 4],
  ['doble', 2],
  ['triple', 3],
  ['doppel', 2],
]);
/** Words between the groups of one number. */
export const BETWEEN = new Set(
  wordList(`
  dash hyphen minus space slash left right then and um uh er followed by strich links rechts dann und
  izquierda derecha y luego guion again pause zero-zero turn`),
);
