/** Tests generated sentences: each name of a secret with each form of its value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MASK } from './secret-finder.ts';
import { Secrets } from './secrets.ts';

const SPOKEN = {
  en: 'zero one two three four five six seven eight nine'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' '),
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' '),
};
type Language = keyof typeof SPOKEN;

const NUMBERS: Record<Language, string[]> = {
  en: [
    'My PIN is #.',
    'The door code is #.',
    'the alarm code is #',
    'The code for the gate is # and then pound.',
    'The combination of the safe is #.',
    'The bike lock is #.',
    'What is the code of the garage? | It is #.',
    'My phone passcode is #.',
    'I unlock my phone with #.',
    'The one-time code is #.',
  ],
  de: [
    'Meine PIN ist #.',
    'Der Türcode lautet #.',
    'der code für die alarmanlage ist #',
    'Die Kombination vom Safe ist #.',
    'Der Code vom Fahrradschloss ist #.',
    'Das Tor geht mit # auf.',
    'Wie ist der Code für die Haustür? | Das ist #.',
    'Der Einmalcode ist #.',
  ],
  es: [
    'Mi PIN es #.',
    'El código de la puerta es #.',
    'la clave de la alarma es #',
    'La combinación de la caja fuerte es #.',
    'El candado de la bici es #.',
    'La verja se abre con #.',
    '¿Cuál es el código del portal? | Es #.',
  ],
};
const WORDS: Record<Language, string[]> = {
  en: [
    'My wifi password is #.',
    'The password of the laptop is #.',
    'I changed the password to #.',
    'The answer to my security question is #.',
    'I log in as marta and the password is #.',
  ],
  de: ['Das WLAN-Passwort ist #.', 'Das Kennwort lautet #.', 'Die Sicherheitsantwort ist #.'],
  es: ['La contraseña del wifi es #.', 'La respuesta de seguridad es #.'],
};

const numberIn = (language: Language) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 8 }),
      fc.constantFrom('whole', 'spaced', 'spoken'),
    )
    // One, two, three … is counting.
    .filter(([digits]) => new Set(digits).size > 1 && digits[0] !== 1)
    .map(([digits, form]) => {
      if (form === 'spoken') return digits.map((digit) => SPOKEN[language][digit]).join(' ');
      return digits.join(form === 'whole' ? '' : ' ');
    });
const NOUNS = 'sunflower bluebird Gartenzaun mariposa Hedgehog tulip Birnbaum castillo'.split(' ');
const wordOf = fc
  .tuple(fc.constantFrom(...NOUNS), fc.constantFrom('', '42', ' 7', '!9'))
  .map((parts) => parts.join(''));

function assertHidden(template: string, value: string): void {
  const turns = template.replace('#', value).split(' | ');
  const masked = new Secrets().learn(turns);
  assert.equal(masked.join(' | '), template.replace('#', MASK));
}

test('a number after the name of a secret is masked in every form', () => {
  for (const language of Object.keys(NUMBERS) as Language[]) {
    fc.assert(
      fc.property(fc.constantFrom(...NUMBERS[language]), numberIn(language), (template, value) =>
        assertHidden(template, value),
      ),
      { numRuns: 300 },
    );
  }
});

test('words after the name of a secret are masked', () => {
  for (const templates of Object.values(WORDS)) {
    fc.assert(
      fc.property(fc.constantFrom(...templates), wordOf, (template, value) =>
        assertHidden(template, value),
      ),
      { numRuns: 100 },
    );
  }
});

test('a number without the name of a secret stays', () => {
  const templates = [
    'My order number is #.',
    'Our phone number is #.',
    'What is your phone number? | It is #.',
    'The flight is TP #.',
    'The meeting room is #.',
    'Meine Bestellnummer ist #.',
    'Mi número de teléfono es #.',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...templates), numberIn('en'), (template, value) => {
      const turns = template.replace('#', value).split(' | ');
      assert.deepEqual(new Secrets().learn(turns), turns);
    }),
    { numRuns: 300 },
  );
});
