/** Tests the times of day that sentences name, in the words of each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../words/units.ts';
import type { HourMention } from '../mention.ts';
import { mentionsIn } from '../mentions.ts';

const TODAY = { year: 2026, month: 5, day: 13 };

const hours = (text: string, language: string): HourMention[] =>
  mentionsIn(tokensOf(text), TODAY, language).filter((one) => one.kind === 'hour');

/** Each text with the times that it names, separated by spaces. */
const means = (cases: Record<string, string>, language = 'en'): void => {
  for (const [text, times] of Object.entries(cases)) {
    const found = hours(text, language).map(({ time }) => time);
    assert.equal(found.join(' '), times, text);
  }
};

/** The same at ten in the evening. */
const meansAtTen = (cases: Record<string, string>, language = 'en'): void => {
  for (const [text, times] of Object.entries(cases)) {
    const now = { ...TODAY, hour: 22, minute: 0 };
    const found = mentionsIn(tokensOf(text), now, language).map((one) =>
      one.kind === 'hour' ? `${one.date?.slice(8)}T${one.time} ${one.from}-${one.to}` : one.date,
    );
    assert.equal(found.join(' '), times, text);
  }
};

test('a price is no time', () => {
  means({
    'They want three forty for the house.': '',
    'It costs eight fifty with the post.': '',
    "They want three o'clock on Friday.": '15:00',
  });
});

test('times in digits are on the clock of the day', () => {
  means({
    'The bus leaves at 23:59.': '23:59',
    'The day ends at 24:00.': '00:00',
    'The bus leaves at 0:30.': '00:30',
    'The bus leaves at 07:15.': '07:15',
    'We had lunch at 12pm there.': '12:00',
    'The bar closed at 12am there.': '00:00',
    'We had lunch at 12:30 pm there.': '12:30',
    'The bar closed at 12:30 am there.': '00:30',
    'The bus leaves at 9am there.': '09:00',
    'The bus leaves at 9pm there.': '21:00',
    'The score was 25:10 then.': '',
    'The ratio was 20:60 then.': '',
    'The bus leaves at 0930 there.': '09:30',
    'The bus leaves at 1430 hours.': '14:30',
    'The bus leaves at 0960 there.': '',
    'The house is from 1930 or so.': '',
    'Come over 5ish, please.': '17:00',
    'Come over 9.30ish, please.': '09:30',
    'Come over 17ish, please.': '17:00',
  });
});

test('halves, quarters and minutes before and after the hour are read', () => {
  means({
    'Come at half six, please.': '18:30',
    'Come at half past twelve, please.': '12:30',
    'Half thirteen people came to us.': '',
    'Come at quarter past three, please.': '15:15',
    'Come at quarter to one, please.': '12:45',
    'Come at ten past twelve, please.': '12:10',
    'Come at thirty past three, please.': '15:30',
    'Come at twenty-five to four, please.': '15:35',
    'They won by thirty to four then.': '',
    'Open from ten to four, they say.': '10:00',
    'Open from quarter to four, they say.': '15:45',
    'Come at eleven to four, please.': '11:00',
    'Come at forty past three, please.': '',
    'Come at ten past thirteen, please.': '10:00',
  });
});

test('an hour may be followed by its minutes', () => {
  means({
    'The train leaves at nine ten there.': '09:10',
    'The train leaves at nine five there.': '09:00',
    'The train leaves at nine eleven there.': '09:11',
    "The train leaves nine o'clock eleven there.": '09:11',
    'The train leaves at nine 60 there.': '09:00',
    'The train leaves at twenty forty-five there.': '20:45',
  });
});

test('a number is an hour only where the words around it say so', () => {
  means({
    'Make it seven.': '19:00',
    'Let us make it seven.': '',
    'Let us make it at seven.': '19:00',
    'Let us make it Friday seven.': '19:00',
    'Friday is fine, seven suits me.': '',
    'We left seven in the morning.': '07:00',
    'We left seven in the rain.': '',
    'The table for 2 is booked at 7 pm.': '19:00',
    'The movers come tomorrow morning nine.': '09:00',
    'Take every evening two pills.': '',
    'Five to ten people came over.': '',
    'The third one.': '',
    'At one, then.': '13:00',
    'We sold it at three pounds.': '',
    'We came back after two weeks.': '',
    'We met at thirty there.': '',
    'Let us meet at noon there.': '12:00',
    'Let us meet around lunchtime there.': '12:00',
    'Let us meet sixish over there.': '18:00',
    'We want more fish over there.': '',
    'Come between eight and ten.': '08:00',
    'Come between eight and ten on Friday.': '08:00',
    'Come between eight and ten tomorrow.': '08:00',
    'Come between eight and ten pm.': '20:00',
    'Come Friday between 2 and 4 if you can.': '14:00',
    'We sold between eight and ten boxes.': '',
    'We sold between eight and some boxes.': '',
    'We sold eight and ten on Friday.': '',
  });
});

test('an hour between one and seven is in the afternoon, unless the words say otherwise', () => {
  means({
    'Come at seven, please.': '19:00',
    'Come at eight, please.': '08:00',
    'Come at twelve, please.': '12:00',
    'Come at seven in the morning, please.': '07:00',
    'Come at eight in the evening, please.': '20:00',
    'Come in the morning or evening at eight.': '08:00',
    'Come at twelve at night, please.': '00:00',
  });
});

test('an hour is sure when the words say which half of the day is meant', () => {
  const isSure = (text: string, language = 'en') => hours(text, language)[0]!.isSure;
  for (const text of ['at 12:30', 'at 7:30', 'at twelve', 'at seven']) {
    assert.equal(isSure(`Come ${text}, please.`), false, text);
  }
  for (const text of ['at 13:30', 'at 0:30', 'at 07:30', 'at 7am', 'at thirteen', 'at noon']) {
    assert.equal(isSure(`Come ${text}, please.`), true, text);
  }
  assert.equal(isSure('Come at seven in the evening.'), true);
  assert.equal(isSure('Ven a las quince menos cuarto.', 'es'), true);
});

test('German hours are read', () => {
  means(
    {
      'Wir kommen halb zwölf an.': '11:30',
      'Wir kommen um halb eins an.': '12:30',
      'Wir kommen um viertel nach 0 an.': '00:15',
      'Wir kommen um 0 Uhr an.': '00:00',
      'Wir kommen um 24 Uhr an.': '00:00',
      'Wir kommen um acht Uhr zehn an.': '08:10',
      'Wir kommen dreißig vor drei an.': '14:30',
      'Wir kommen Montagabend um acht an.': '20:00',
      'Wir kommen zum Feierabend um acht an.': '08:00',
      'Wir kommen um dreiviertel acht an.': '19:45',
      'Wir kommen um dreiviertel eins an.': '12:45',
      'Wir haben dreiviertel dreizehn davon.': '',
      'Wir kommen um fünf vor halb sieben an.': '18:25',
      'Wir kommen um fünf nach halb sieben an.': '18:35',
      'Wir kommen um zehn nach halb eins an.': '12:40',
      'Wir kommen zwischen acht und zehn am Freitag an.': '08:00',
    },
    'de',
  );
});

test('Spanish hours are read', () => {
  means(
    {
      'Nos vemos a las tres y media.': '15:30',
      'Nos vemos a las tres y cuarto.': '15:15',
      'Nos vemos a las tres y diez.': '15:10',
      'Nos vemos a las tres menos cuarto.': '14:45',
      'Nos vemos a la una menos diez.': '12:50',
      'Nos vemos a las tres y nada.': '15:00',
      'Nos vemos mañana a las seis.': '18:00',
      'Nos vemos mañana a las seis de la mañana.': '06:00',
      'Nos vemos esta mañana a las seis.': '06:00',
    },
    'es',
  );
});

test('an hour may count from the moment', () => {
  meansAtTen({
    'Call me in half an hour, please.': '13T22:30 2-6',
    'Call me in an hour or so.': '13T23:00 2-5',
    "The bus goes in an hour's time.": '13T23:00 3-6',
    'I leave half an hour from now.': '13T22:30 2-7',
    'An hour from now I am free.': '13T23:00 0-4',
    'It starts in twenty minutes.': '13T22:20 2-5',
    'It starts in twenty five mins.': '13T22:25 2-6',
    'It starts within three quarters of an hour.': '13T22:45 2-8',
    'They land in two hours.': '14T00:00 2-5',
    'They land in a couple of hours.': '14T00:00 2-7',
    'They land in two and a half hours.': '14T00:30 2-8',
    'They land in an hour and a half.': '13T23:30 2-8',
    'They land in five minutes.': '13T22:05 2-5',
  });
  meansAtTen(
    {
      'Ich komme in einer halben Stunde.': '13T22:30 2-6',
      'Ich komme in zwei Stunden.': '14T00:00 2-5',
      'In einer Stunde bin ich da.': '13T23:00 0-3',
      'In anderthalb Stunden bin ich da.': '13T23:30 0-3',
      'In einer Dreiviertelstunde bin ich da.': '13T22:45 0-3',
      'In zwanzig Minuten bin ich da.': '13T22:20 0-3',
    },
    'de',
  );
  meansAtTen(
    {
      'Llego dentro de media hora.': '13T22:30 1-5',
      'Llego en una hora.': '13T23:00 1-4',
      'Llego en una hora y media.': '13T23:30 1-6',
      'Llego en hora y media.': '13T23:30 1-5',
      'Llego en veinte minutos.': '13T22:20 1-4',
    },
    'es',
  );
});

test('a range of hours is one time with an end', () => {
  const ranges = (cases: Record<string, string>, language = 'en') => {
    for (const [text, expected] of Object.entries(cases)) {
      const found = hours(text, language).map((one) =>
        [one.time, ...(one.end ? [one.end] : []), `${one.from}-${one.to}`].join(' '),
      );
      assert.equal(found.join(', '), expected, text);
    }
  };
  ranges({
    '2:30 pm - 4 pm on Friday.': '14:30 16:00 0-4',
    'Friday 2:30 to 4, please.': '14:30 16:00 1-4',
    'Friday from 9 to 5, please.': '09:00 17:00 2-5',
    'Come on Friday, 2-4 pm, please.': '14:00 16:00 3-5',
    'Come on Friday 2–4pm, please.': '14:00 16:00 3-5',
    'Come on Friday 9-11pm, please.': '21:00 23:00 3-4',
    'Come on Friday 11-2pm, please.': '11:00 14:00 3-4',
    'Come on Friday at 14:00-15:30, please.': '14:00 15:30 4-5',
    'Come from 2-4 on Friday.': '14:00 16:00 2-3',
    'We won 2-4 on that Friday.': '',
    'Come on Friday from ten to two pm.': '10:00 14:00 4-8',
    'Come on Friday, 9 - 10 pm, please.': '21:00 22:00 3-6',
    'Come from seven to nine on Friday.': '19:00 21:00 2-5',
    'Come from 9:30 pm until midnight.': '21:30 00:00 2-6',
    'We are open noon to 2 on Friday.': '12:00 14:00 3-6',
    'Two to four pm on Friday would suit.': '14:00 16:00 0-4',
    'Come from 6 am to 10 pm.': '06:00 22:00 2-7',
    'Come from 9 pm to 2 am.': '21:00 02:00 2-7',
    'From five to about seven people came.': '17:00 1-2',
    'Come from five to about seven please.': '17:00 19:00 2-6',
    'We are here at eight and 10 pm.': '20:00 4-5, 22:00 6-8',
    'It begins at nine - ten people come.': '09:00 3-4',
  });
  ranges(
    {
      'Von 14 bis 16 Uhr am Freitag.': '14:00 16:00 1-5',
      'Am Freitag 14-16 Uhr.': '14:00 16:00 2-4',
      'Am Freitag zwischen acht und zehn.': '08:00 10:00 3-6',
      'Am Freitag acht bis zehn Uhr.': '08:00 10:00 2-6',
      'Am Freitag von 22 bis 6 Uhr.': '22:00 06:00 3-7',
    },
    'de',
  );
  ranges(
    {
      'El viernes de 4 a 6 de la tarde.': '16:00 18:00 3-6',
      'El viernes entre las tres y las cinco.': '15:00 17:00 4-8',
      'El viernes entre tres y cinco.': '15:00 17:00 3-6',
      'El viernes desde las 10 hasta las 12.': '10:00 12:00 4-8',
      'Una mesa de una a dos personas.': '',
    },
    'es',
  );
});

test('the half of the day right behind an hour counts more than others', () => {
  means({ 'It leaves at 11 pm and returns at 7:45 am.': '23:00 07:45' });
});

test('a length of time is no hour', () => {
  meansAtTen({
    'It takes half an hour.': '',
    'It takes an hour from the station.': '',
    'Half an hour from Friday it ends.': '2026-05-15',
    'We talked for two hours.': '',
    'She was there in an hour.': '',
    'I did the whole garden in two hours.': '',
    'Back in a minute, or in two minutes.': '',
    'Back in four minutes.': '13T22:04 1-4',
    'In half the cases.': '',
    'In two and a half weeks.': '',
    'She comes every half an hour.': '',
  });
  meansAtTen({ 'Das dauert in einer Stunde.': '', 'Er redet zwei Stunden.': '' }, 'de');
  meansAtTen({ 'Dura media hora.': '', 'Dos veces en una hora.': '' }, 'es');
  assert.deepEqual(hours('Call me in half an hour.', 'en'), []);
});
