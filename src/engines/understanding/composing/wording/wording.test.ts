import { capitalised } from '../../../../core/text.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH_TASKS } from './english-tasks.ts';
import { asFact } from './fact-wording.ts';
import { GERMAN_TASKS } from './german-tasks.ts';
import { SPANISH_TASKS } from './spanish-tasks.ts';
import type { TaskWording } from './task-words.ts';

const ASKED = { isAsked: true, isOthers: false, speaker: 'Ben', listener: 'Anna' };
const PROMISED = { ...ASKED, isAsked: false, speaker: 'Anna', listener: 'Ben' };

function told(wording: TaskWording, said: string, isAsked: boolean): string | null {
  const text = wording.instruction(wording.plain(said), isAsked ? ASKED : PROMISED);
  return text === null ? null : capitalised(text);
}

for (const [said, wanted, isAsked] of [
  ['Could you please ring the plumber?', 'Ring the plumber', true],
  ['Would you mind checking the back door?', 'Check the back door', true],
  ['Send me your draft, please', 'Send Ben my draft', true],
  ["I'll send you the offer", 'Send Ben the offer', false],
  ["We've still got to pay the driver, he is waiting", 'Pay the driver', false],
  ["I'd be glad to give you my maps", 'Give Ben my maps', false],
  ["You're bringing the flashcards", 'Bring the flashcards', true],
  ['The bins are still in', null, true],
  ['Told him about the fence', null, false],
  ['Found the keys in the drawer', null, false],
  ['The cot can go to the hospice shop', null, false],
  ['Sal, can you feed the cat', 'Feed the cat', true],
  ["I'll ask Curtis to feed the cats", 'Ask Curtis to feed the cats', false],
  ['He will need to get to the cellar', 'Get to the cellar', false],
  ["I don't have to call the bank, but I have to call Ana", 'Call Ana', false],
  ["Why don't you call the bank?", 'Call the bank', true],
  ["We mustn't forget to call the bank", 'Call the bank', false],
] as const) {
  test(`English: "${said}"`, () => assert.equal(told(ENGLISH_TASKS, said, isAsked), wanted));
}

for (const [said, wanted, isAsked] of [
  ['Ich rufe den Klempner an', 'Den Klempner anrufen', false],
  ['Kannst du bitte die Fotos schicken?', 'Die Fotos schicken', true],
  ['Schick mir bitte den Bericht', 'Ben den Bericht schicken', true],
  ['Kündigst du bitte das Abo für die Filme?', 'Das Abo für die Filme kündigen', true],
  ['bringen Sie die Karte mit', 'Die Karte mitbringen', true],
  ['Ich muss einen Aufsatz schreiben', 'Einen Aufsatz schreiben', false],
  [
    'Sobald das Gutachten da ist, rufen Sie den Notar an',
    'Den Notar anrufen, sobald das Gutachten da ist',
    true,
  ],
  [
    'Ich kopiere die Karte und bringe sie vorbei',
    'Die Karte kopieren und sie vorbeibringen',
    false,
  ],
  ['Firma anrufen', 'Firma anrufen', false],
  ['Miete zahlen', 'Miete zahlen', false],
  ['Kauf Brot', 'Brot kaufen', false],
  ['Die zweite Rate ist noch offen', null, true],
] as const) {
  test(`German: "${said}"`, () => assert.equal(told(GERMAN_TASKS, said, isAsked), wanted));
}

for (const [said, wanted, isAsked] of [
  ['Yo llamo al fontanero', 'Llamar al fontanero', false],
  ['Tengo que pedir cita', 'Pedir cita', false],
  ['¿Puedes comprar el pan?', 'Comprar el pan', true],
  ['Mándeme el informe, por favor', 'Mandar el informe a Ben', true],
  ['apunta tú el cambio en el cuadrante', 'Apuntar el cambio en el cuadrante', true],
  ['le pregunto a mi jefe', 'Preguntarle a su jefe', false],
  ['El papel hay que entregarlo', 'Entregar el papel', false],
  ['La bolsa sigue ahí', null, true],
] as const) {
  test(`Spanish: "${said}"`, () => {
    const persons = said.includes('mi jefe') ? { ...PROMISED, isOthers: true } : null;
    const text = persons
      ? capitalised(SPANISH_TASKS.instruction(SPANISH_TASKS.plain(said), persons)!)
      : told(SPANISH_TASKS, said, isAsked);
    assert.equal(text, wanted);
  });
}

test('a pronoun that stands for a thing is told from an article', () => {
  assert.match('Send it to Ana', ENGLISH_TASKS.points);
  assert.doesNotMatch('See if it works', ENGLISH_TASKS.points);
  assert.match('Ihn vorbeibringen', GERMAN_TASKS.points);
  assert.doesNotMatch('Die Karte mitbringen', GERMAN_TASKS.points);
  assert.match('Mandarla a Dani', SPANISH_TASKS.points);
  assert.doesNotMatch('Comprar el pan', SPANISH_TASKS.points);
});

for (const [language, said, fact] of [
  ['en', "I'm allergic to penicillin", 'Is allergic to penicillin'],
  ['en', "my sister's called Ana", 'Sister is called Ana'],
  ['en', 'well, I really love my garden', 'Loves their garden'],
  ['en', "I don't eat meat", "Doesn't eat meat"],
  ['en', "I've got two cats", 'Has two cats'],
  ['en', 'In winter I ski with my wife', 'Skis with their wife in winter'],
  ['de', 'Ich arbeite bei der Stadt', 'Arbeitet bei der Stadt'],
  ['de', 'Wir haben einen Sohn', 'Hat einen Sohn'],
  ['de', 'Meine Oma heißt Luise', 'Oma heißt Luise'],
  ['es', 'Vivo en Cádiz', 'Vive en Cádiz'],
  ['es', 'yo tengo una gata', 'Tiene una gata'],
] as const) {
  test(`fact: "${said}"`, () => assert.equal(asFact(said, language), fact));
}
