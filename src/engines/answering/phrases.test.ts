import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phrasesFor } from './phrases.ts';

test('an answer has the language with the most words in the question, else English', () => {
  const locales = {
    'Where is the boat?': 'en-GB',
    'Wo ist das Boot?': 'de-DE',
    '¿Dónde está el barco?': 'es-ES',
    barco: 'en-GB',
    'the der': 'en-GB',
    'the el': 'en-GB',
    'der el': 'de-DE',
    'der el los': 'es-ES',
    'the der das': 'de-DE',
    'the el los': 'es-ES',
  };
  for (const [question, locale] of Object.entries(locales))
    assert.equal(phrasesFor(question).locale, locale, question);
});

test('one task is not counted in the plural', () => {
  assert.equal(phrasesFor('the').tasks(1), 'One open task');
  assert.equal(phrasesFor('the').tasks(2), '2 open tasks');
  assert.equal(phrasesFor('der').tasks(1), 'Eine offene Aufgabe');
  assert.equal(phrasesFor('der').tasks(2), '2 offene Aufgaben');
  assert.equal(phrasesFor('el').tasks(1), 'Una tarea pendiente');
  assert.equal(phrasesFor('el').tasks(2), '2 tareas pendientes');
});
