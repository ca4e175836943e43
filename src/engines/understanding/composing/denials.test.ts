/** Tests what is said not to be done, and on what condition. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOf, type Marks } from './testing-reading.ts';
import { compose } from './understanding.ts';

const composed = (said: string, marks: Marks, language: string) => {
  const { transcript, reading } = readingOf([['Anna', said]], marks, { language });
  return compose(transcript, reading);
};

test('what is denied, supposed or quoted is no task', () => {
  for (const [language, said] of [
    ['en', "I don't need to call the plumber."],
    ['en', "There's no need to ring the school."],
    ['en', "I'm not going to paint the fence."],
    ['en', "If I had time, I'd repair the shed."],
    ['en', 'Suppose I sold the car.'],
    ['en', 'Tom said: "I will paint the fence".'],
    ['de', 'Ich muss den Klempner nicht anrufen.'],
    ['de', 'Du brauchst mir den Bericht nicht zu schicken.'],
    ['de', 'Ich werde den Zaun nicht streichen.'],
    ['de', 'Hätte ich Zeit, würde ich den Schuppen reparieren.'],
    ['de', 'Angenommen, ich verkaufe das Auto.'],
    ['de', 'Tom sagte: „Ich streiche den Zaun“.'],
    ['es', 'No tengo que llamar al fontanero.'],
    ['es', 'No hace falta que me mandes el informe.'],
    ['es', 'No voy a pintar la valla.'],
    ['es', 'Si tuviera tiempo, arreglaría el cobertizo.'],
    ['es', 'Supongamos que vendo el coche.'],
    ['es', 'Tomás dijo: "Voy a pintar la valla".'],
  ] as const) {
    const { action_items } = composed(said, { promised: [said] }, language);
    assert.deepEqual(action_items, [], said);
  }
});

test('what does not take place is no appointment, and a condition stays with its task', () => {
  for (const [language, said] of [
    ['en', 'The dentist on Sunday at two has been cancelled.'],
    ['en', "We don't have a meeting on Sunday at two."],
    ['de', 'Der Zahnarzt am Sonntag um zwei ist abgesagt.'],
    ['de', 'Am Sonntag um zwei findet keine Sitzung statt.'],
    ['es', 'El dentista del domingo a las dos está cancelado.'],
    ['es', 'El domingo a las dos no hay reunión.'],
  ] as const) {
    const marks = { event: [said], at: ['2026-11-22T14:00'] };
    assert.deepEqual(composed(said, marks, language).events, [], said);
  }
  for (const [language, said, task] of [
    ['en', "If it rains, I'll call Ana.", 'Call Ana if it rains'],
    ['de', 'Wenn es regnet, rufe ich Ana an.', 'Ana anrufen, wenn es regnet'],
    ['es', 'Si llueve, llamo a Ana.', 'Llamar a Ana si llueve'],
  ] as const) {
    const { action_items } = composed(said, { promised: [said] }, language);
    assert.deepEqual(
      action_items.map(({ description }) => description),
      [task],
    );
  }
});
