/** Tests the days that sentences name, in the words of each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../words/units.ts';
import type { CalendarDay } from './calendar-text.ts';
import { mentionsIn } from './mentions.ts';

/** A Wednesday. */
const TODAY: CalendarDay = { year: 2026, month: 5, day: 13 };

/** Each mention with its form, and with its first word and the one after the last word. */
const mentionsOf = (text: string, language: string, today: CalendarDay): string =>
  mentionsIn(tokensOf(text), today, language)
    .map((one) => {
      const said =
        one.kind === 'day' ? `${one.date} ${one.form}${one.isPast ? ' past' : ''}` : one.time;
      return `${said} ${one.from}-${one.to}`;
    })
    .join(', ');

const means = (cases: Record<string, string>, language = 'en', today = TODAY): void => {
  for (const [text, expected] of Object.entries(cases))
    assert.equal(mentionsOf(text, language, today), expected, text);
};

test('days are read as English speakers say them', () => {
  means({
    'Tomorrow, please.': '2026-05-14 relative 0-1',
    'Come tomorrow week.': '2026-05-21 relative 1-3',
    'We met today.': '2026-05-13 relative 2-3',
    'In three weeks.': '2026-06-03 count 0-3',
    'In ten days, then.': '2026-05-23 count 0-3',
    'In a month.': '2026-06-13 count 0-3',
    'In twenty five days.': '2026-06-07 count 0-4',
    'Come over on the twenty tenth, please.': '',
    'In a hurry.': '',
    'At 1430 hours.': '14:30 1-3',
    'At 0930.': '09:30 1-2',
    'The constructor is late.': '',
    'In constructor weeks.': '',
    'In a fortnight.': '2026-05-27 count 0-3',
    'In one fortnight.': '2026-05-27 count 0-3',
    'In two fortnights.': '2026-06-10 count 0-3',
    'In a couple of weeks.': '2026-05-27 count 0-5',
    'In a couple weeks.': '2026-05-27 count 0-4',
    'In a couple of friends.': '',
    'Take a couple of days off.': '',
    'Two weeks from now.': '2026-05-27 count 0-4',
    'A week from Thursday.': '2026-05-21 count 0-4',
    'Ten days from tomorrow.': '2026-05-24 count 0-4',
    'Two weeks from last Thursday.': '2026-05-07 weekday past 4-5',
    'Two weeks from home.': '',
    'Two weeks of rain.': '',
    'In three weeks on Tuesday.': '2026-06-02 weekday 0-5',
    'In a fortnight, on the Friday.': '2026-05-27 count 0-3, 2026-05-15 weekday 5-6',
    'In three days on Tuesday.': '2026-05-16 count 0-3, 2026-05-19 weekday 4-5',
    'In three weeks on foot.': '2026-06-03 count 0-3',
    'The day after tomorrow.': '2026-05-15 relative 1-4',
    'The week after next.': '2026-05-29 week 1-4',
    'The weekend after next.': '2026-05-30 weekend 1-4',
    'The weekend after.': '2026-05-16 weekend 1-2',
    'The first Monday in June.': '2026-06-01 date 1-5',
    'The second Friday of the month.': '2026-06-12 date 1-6',
    'The third Friday of the month.': '2026-05-15 date 1-6',
    'The third Wednesday in this month.': '2026-05-20 date 1-6',
    'The fourth Sunday of next month.': '2026-06-28 date 1-6',
    'The last Friday of the month.': '2026-05-29 date 1-6',
    'The last Sunday in May.': '2026-05-31 date 1-5',
    'The last Monday in April.': '2027-04-26 date 1-5',
    'The first Wednesday in May.': '2027-05-05 date 1-5',
    'The second Wednesday in May.': '2026-05-13 date 1-5',
    'The last Friday in the office.': '2026-05-08 weekday past 2-3',
    'The last of May.': '',
    'On 24/12.': '2026-12-24 date 1-2',
    'On 12/24.': '2026-12-24 date 1-2',
    'On 12/31/2026.': '2026-12-31 date 1-2',
    'On 31/12/26.': '2026-12-31 date 1-2',
    'On 11/12.': '',
    'On 12/12.': '',
    'On 32/1.': '',
    'On 13/13.': '',
    'On 0/13.': '',
    'On 13/0.': '',
    'Open 24/7.': '',
    'Some 3/4 of it.': '',
    'At the weekend.': '2026-05-16 weekend 2-3',
    'Next weekend.': '2026-05-23 weekend 1-2',
    'On Wednesday.': '2026-05-20 weekday 1-2',
    'On Thursday.': '2026-05-14 weekday 1-2',
    'On Tuesday.': '2026-05-19 weekday 1-2',
    'Next Thursday.': '2026-05-21 weekday 1-2',
    'Next Friday.': '2026-05-22 weekday 1-2',
    'Next Saturday.': '2026-05-16 weekday 1-2',
    'Last Wednesday.': '2026-05-06 weekday past 1-2',
    'Last Thursday.': '2026-05-07 weekday past 1-2',
    'Monday week.': '2026-05-25 weekday 0-2',
    'Monday fortnight.': '2026-06-01 weekday 0-2',
    'A week on Monday.': '2026-05-25 weekday 0-4',
    'The Monday after.': '2026-05-25 weekday 1-3',
    'On Mondays.': '2026-05-18 weekday 1-2',
    'The twelfth.': '2026-06-12 ordinal 1-2',
    'The first.': '2026-06-01 ordinal 1-2',
    'The fourteenth.': '2026-05-14 ordinal 1-2',
    'The thirteenth.': '2026-05-13 ordinal 1-2',
    'The thirty-first.': '2026-05-31 ordinal 1-2',
    'The thirty first of May.': '2026-05-31 date 1-5',
    'The twelfth of May.': '2026-05-12 date past 1-4',
    'The twelfth of March.': '2027-03-12 date 1-4',
    'The twelfth of January.': '2027-01-12 date 1-4',
    'Come on Sunday seventeenth, please.': '2026-05-17 ordinal 2-4',
    'Maybe twelfth, yes.': '2026-06-12 ordinal 1-2',
    'Well, maybe twelfth, yes.': '',
    'On 14 March.': '2026-03-14 date past 1-3',
    'On 13 March.': '2027-03-13 date 1-3',
    'May fourteenth.': '2026-05-14 date 0-2',
    'January twelfth.': '2027-01-12 date 0-2',
    'May twenty ten.': '2026-05-20 date 0-2, 10:00 2-3',
    'May 31.': '2026-05-31 date 0-2',
    'May 32.': '',
    'December 24.': '2026-12-24 date 0-2',
    'On 2026-07-01.': '2026-07-01 date 1-2',
    'The third one.': '',
    'The second half.': '',
    'The second, half past ten.': '2026-06-02 ordinal 1-2, 10:30 2-5',
    'Friday the fifteenth.': '2026-05-15 ordinal 0-3',
    'Friday the twenty-second.': '2026-05-22 ordinal 0-3',
    'Friday, the fifth.': '2026-06-05 ordinal 0-3',
    "The fifth, that's a Friday.": '2026-06-05 ordinal 1-5',
    'The fifth, which is then also a Friday.': '2026-06-05 ordinal 1-2, 2026-05-15 weekday 7-8',
    'The fifth, that is a Friday.': '2026-06-05 ordinal 1-2, 2026-05-15 weekday 5-6',
    'Wednesday the fifteenth.': '2026-07-15 ordinal 0-3',
    // The fifteenth is a Saturday only in August.
    'Saturday the fifteenth.': '2026-05-15 ordinal 0-3',
    'Friday next week.': '2026-05-22 weekday 0-3',
    'Friday in the next week.': '2026-05-22 weekday 0-5',
    'Friday early in the next week.': '2026-05-15 weekday 0-1, 2026-05-22 week 4-6',
    'Next week Friday.': '2026-05-22 weekday 0-3',
    'Next week.': '2026-05-22 week 0-2',
    'This week.': '2026-05-15 week 0-2',
    'Before the weekend.': '2026-05-15 week 0-3',
    'Before Friday.': '2026-05-15 weekday 1-2',
    'By November.': '',
    'Before November.': '2026-10-31 month 0-2',
    'Before the 3rd of November.': '2026-11-03 date 2-5',
    'Before November 3rd.': '2026-11-03 date 1-3',
    'By the end of the month.': '2026-05-31 month 2-6',
    'End of next month.': '2026-06-30 month 0-4',
    'End of the year.': '2026-12-31 month 0-4',
    'End of next week.': '2026-05-22 week 0-4',
    'End of the week.': '2026-05-15 week 0-4',
    'End of June.': '2026-06-30 month 0-3',
    'End of January.': '2027-01-31 month 0-3',
    'Before January.': '2026-12-31 month 0-2',
    'The end of the film.': '',
    'For Christmas.': '2026-12-25 month 1-2',
    'At Easter.': '2027-03-28 month 1-2',
    'On Good Friday.': '2027-03-26 month 1-3',
    'On Easter Monday.': '2027-03-29 month 1-3',
    'Over Thanksgiving.': '2026-11-26 month 1-2',
    'On Christmas Eve.': '2026-12-24 month 1-3',
    "By New Year's Day.": '2026-12-31 month 1-4',
    "On New Year's Eve.": '2026-12-31 month 1-4',
    'Before Christmas.': '2026-12-24 month 1-2',
    'This afternoon.': '2026-05-13 part 0-2',
    'First thing.': '2026-05-14 part 0-2',
    'First thing Monday.': '2026-05-18 weekday 2-3',
    'In the morning.': '2026-05-14 part 0-3',
    'Tomorrow morning.': '2026-05-14 relative 0-1',
    'Three weeks ago.': '2026-04-22 open past 0-3',
    'The 0th of May.': '',
    'The 32nd.': '',
    "Twenty-eighth, that's the Thursday.": '2026-05-28 ordinal 0-4',
    'Come in the afternoon of 14 May.': '2026-05-14 date 5-7',
    'Before May is over.': '2026-04-30 month past 0-2',
    'Third cup of tea in all, that was my mistake.': '',
    'Third to fifth, as we said before.': '2026-06-05 range 0-3',
  });
});

test('days are read as German speakers say them', () => {
  const cases = {
    'Morgen früh.': '2026-05-14 relative 0-1',
    'Übermorgen.': '2026-05-15 relative 0-1',
    'Montagabend.': '2026-05-18 weekday 0-1',
    'In drei Wochen.': '2026-06-03 count 0-3',
    'In einem Monat.': '2026-06-13 count 0-3',
    'In drei Wochen am Dienstag.': '2026-06-02 weekday 0-5',
    'Freitag in einer Woche.': '2026-05-22 weekday 0-4',
    'Freitag in drei Tagen.': '2026-05-15 weekday 0-1, 2026-05-16 count 1-4',
    'Heute in zwei Wochen.': '2026-05-27 relative 0-4',
    'Am ersten Montag im Juni.': '2026-06-01 date 1-5',
    'Am letzten Freitag des Monats.': '2026-05-29 date 1-5',
    'Übernächste Woche.': '2026-05-29 week 0-2',
    'Am übernächsten Wochenende.': '2026-05-23 weekend 2-3',
    'Am 3.12. um zehn.': '2026-12-03 date 1-2, 10:00 3-4',
    'Am 24.12.2026.': '2026-12-24 date 1-2',
    'Am 3.12 Uhr.': '15:12 1-2',
    'Den 3/12.': '2026-12-03 date 1-2',
    'Etwa 3/12 davon.': '',
    'Vor Ostern.': '2027-03-27 month 1-2',
    'An Pfingsten.': '2026-05-24 month 1-2',
    'Neujahr.': '2027-01-01 month 0-1',
    'Nächste Woche.': '2026-05-22 week 0-2',
    'Nächste Woche Freitag.': '2026-05-22 weekday 0-3',
    'Nächsten Freitag.': '2026-05-22 weekday 1-2',
    'Am 24. Dezember.': '2026-12-24 date 1-3',
    'Am zwölften Mai.': '2026-05-12 date past 1-3',
    'Am vierzehnten.': '2026-05-14 ordinal 1-2',
    'Am einunddreißigsten.': '2026-05-31 ordinal 1-2',
    'Ende der Woche.': '2026-05-15 week 0-3',
    'Monatsende.': '2026-05-31 month 0-1',
    'Jahresende.': '2026-12-31 month 0-1',
    'Ende des Monats.': '2026-05-31 month 0-3',
    'Ende des Jahres.': '2026-12-31 month 0-3',
    'Vor Weihnachten.': '2026-12-24 month 1-2',
    'Vor dem Wochenende.': '2026-05-15 week 0-3',
    'Bis November.': '',
    'Heute Nachmittag.': '2026-05-13 relative 0-1',
    'Letzten Freitag.': '2026-05-08 weekday past 1-2',
    'Am fünfundzwanzigsten Juni.': '2026-06-25 date 1-3',
  };
  means(cases, 'de');
});

test('days are read as Spanish speakers say them', () => {
  const cases = {
    'Mañana por la mañana.': '2026-05-14 relative 0-1',
    'Pasado mañana.': '2026-05-15 relative 0-2',
    'El primer lunes de junio.': '2026-06-01 date 1-5',
    'El último viernes del mes.': '2026-05-29 date 1-5',
    'El primer lunes del mes que viene.': '2026-06-01 date 1-7',
    'El 3/12.': '2026-12-03 date 1-2',
    'En Semana Santa.': '2027-03-21 month 1-3',
    'El Viernes Santo.': '2027-03-26 month 1-3',
    'Año nuevo.': '2027-01-01 month 0-2',
    'La semana que viene.': '2026-05-22 week 1-4',
    'El viernes.': '2026-05-15 weekday 1-2',
    'El próximo jueves.': '2026-05-14 weekday 2-3',
    'El 12 de mayo.': '2026-05-12 date past 1-4',
    'El 14 de mayo.': '2026-05-14 date 1-4',
    'El día 20.': '2026-05-20 ordinal 2-3',
    'El viernes 15.': '2026-05-15 ordinal 1-3',
    'Dentro de tres semanas.': '2026-06-03 count 0-4',
    'En dos días.': '2026-05-15 count 0-3',
    'A fin de mes.': '2026-05-31 month 1-4',
    'A finales de junio.': '2026-06-30 month 1-4',
    'Antes de Navidad.': '2026-12-24 month 2-3',
    'Esta tarde.': '2026-05-13 part 0-2',
    'Esta semana.': '2026-05-15 week 0-2',
    'Fin de año.': '2026-12-31 month 0-3',
    'El 12 de junio de 2028.': '2028-06-12 date 1-6',
  };
  means(cases, 'es');
});

test('at a weekend, "this week" and "next week" are the week that begins', () => {
  for (const day of [16, 17])
    means({ 'This week.': '2026-05-22 week 0-2', 'Next week.': '2026-05-22 week 0-2' }, 'en', {
      ...TODAY,
      day,
    });
  means({ 'This week.': '2026-05-22 week 0-2' }, 'en', { ...TODAY, day: 18 });
});

test('before five at night, the next morning is today', () => {
  for (const [hour, date] of [
    [4, '2026-05-13'],
    [5, '2026-05-14'],
  ] as const)
    means({ 'First thing.': `${date} part 0-2` }, 'en', { ...TODAY, hour });
});

test('a feast that is today or over is in this year or the next', () => {
  for (const [month, day, date] of [
    [12, 25, '2026-12-25'],
    [12, 26, '2027-12-25'],
  ] as const)
    means({ 'For Christmas.': `${date} month 1-2` }, 'en', { ...TODAY, month, day });
});

test('a day of the month with its weekday is in the first month in which they match', () => {
  // In 2026, the thirteenth is a Friday in February and in March.
  const february = { ...TODAY, month: 2, day: 10 };
  means({ 'Friday the thirteenth.': '2026-02-13 ordinal 0-3' }, 'en', february);
});

test('Easter and Thanksgiving are on their days in every year', () => {
  const inYear = (year: number, text: string) => mentionsOf(text, 'en', { year, month: 1, day: 2 });
  const easters = { 1999: '04-04', 2000: '04-23', 2008: '03-23', 2011: '04-24', 2024: '03-31' };
  const later = { 2025: '04-20', 2026: '04-05', 2030: '04-21', 2038: '04-25', 2049: '04-18' };
  for (const [year, day] of Object.entries({ ...easters, ...later })) {
    assert.equal(inYear(Number(year), 'Easter.'), `${year}-${day} month 0-1`);
  }
  const thursdays = { 2018: 22, 2020: 26, 2023: 23, 2024: 28, 2026: 26, 2028: 23 };
  for (const [year, day] of Object.entries(thursdays)) {
    assert.equal(inYear(Number(year), 'Thanksgiving.'), `${year}-11-${day} month 0-1`);
  }
});
