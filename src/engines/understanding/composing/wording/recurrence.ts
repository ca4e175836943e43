/** Finds the words that say that something happens again and again: "every second Thursday". */
import type { Token } from '../../../words/units.ts';
import { alternatives } from '../../../../core/text.ts';

const DAYS = alternatives(`
  mondays? tuesdays? wednesdays? thursdays? fridays? saturdays? sundays? weekdays? montag dienstag
  mittwoch donnerstag freitag samstag sonnabend sonntag werktag lunes martes mi[ée]rcoles jueves
  viernes s[áa]bados? domingos?`);
const MONTHS = alternatives(`
  january february march april may june july august september october november december januar
  februar märz april mai juni juli august september oktober november dezember enero febrero marzo
  abril mayo junio julio agosto septiembre octubre noviembre diciembre`);
const PARTS = alternatives(`
  hours? mornings? noons? lunchtimes? afternoons? evenings? nights? days? weeks? fortnights? weekends?
  months? quarters? years? minutes? springs? summers? autumns? winters? christmas easter stunden?
  morgen vormittag mittag nachmittag abend nacht nächte tag[e]?n? wochen? wochenenden? monate?n? quartale?
  jahre?n? minuten? frühling frühjahr sommer herbst winter weihnachten ostern horas? mañanas? tardes?
  noches? días? semanas? quincenas? mes meses trimestres? años? minutos? primaveras? veranos? otoños?
  inviernos? navidad(?:es)?`);
const SOME = alternatives(`
  \\d+(?:st|nd|rd|th|\\.)? one two three four five six seven eight nine ten twelve other second third
  fourth few couple of the single first last working day zwei drei vier fünf sechs sieben acht neun zehn zwölf
  zweite[nrs]? dritte[nrs]? vierte[nrs]? erste[nrs]? letzte[nrs]? paar dos tres cuatro cinco seis siete
  ocho nueve diez doce segundo segunda tercer tercera primer primera último última pocos pocas los las`);
const EACH = alternatives('every each jede[nrsm]? alle cada tod[oa]s los las');
/** Forms that say it in one word: "on Mondays", "weekly", "montags". */
const ALONE = new RegExp(
  `^(?:${alternatives(`
  (?:mon|tues|wednes|thurs|fri|satur|sun|week)days weekends mornings evenings nightly hourly daily weekly
  fortnightly monthly quarterly yearly annually everyday stündlich täglich wöchentlich monatlich
  vierteljährlich jährlich (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|werktag)s
  (?:vormittag|nachmittag|abend|nacht)s diariamente semanalmente mensualmente anualmente`)})$`,
  'u',
);
const FIRST = new RegExp(`^(?:${EACH})$`, 'u');
const MIDDLE = new RegExp(`^(?:${SOME})$`, 'u');
const END = new RegExp(`^(?:${DAYS}|${MONTHS}|${PARTS})$`, 'u');
/** "Every first working day of the month". */
const MAX_BETWEEN = 3;

/** Tokens from one up to another. */
interface Run {
  from: number;
  to: number;
}

/** Returns the runs of words that say how often; in order. */
export function recurrencesIn(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const to = endOf(tokens, at);
    if (to === null) continue;
    runs.push({ from: at, to });
    at = to - 1;
  }
  return runs;
}

/** The words of a task, together with those that say how often, which follow or stand before them. */
export function withRecurrence(tokens: readonly Token[], { from, to }: Run): Run {
  const near = recurrencesIn(tokens).filter((run) => run.from <= to + 1 && run.to >= from);
  return {
    from: Math.min(from, ...near.map((run) => run.from)),
    to: Math.max(to, ...near.map((run) => run.to)),
  };
}

function endOf(tokens: readonly Token[], at: number): number | null {
  const { word } = tokens[at]!;
  if (ALONE.test(word)) return at + 1;
  if (!FIRST.test(word)) return null;
  for (let next = at + 1; next < tokens.length && next <= at + 1 + MAX_BETWEEN; next += 1) {
    if (END.test(tokens[next]!.word)) return next + 1;
    if (!MIDDLE.test(tokens[next]!.word)) return null;
  }
  return null;
}
