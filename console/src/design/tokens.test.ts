/** Tests the contrast of the colours in both modes, by WCAG 2.2. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const MODES = ['light', 'dark'] as const;
const TEXT = 4.5;
const CONTROL = 3;
/** Two colours that differ less in Oklab are hard to tell apart when they are not side by side. */
const APART = 0.075;
const SPEAKERS = Array.from({ length: 8 }, (_, index) => `speaker-${index + 1}`);
/** What each kind of sight leaves of linear sRGB (Machado, Oliveira and Fernandes, 2009). */
const SIGHTS: Record<string, readonly Triple[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'red-blind': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'green-blind': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'blue-blind': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const GROUNDS = ['paper', 'sheet', 'sunken'];

for (const [at, mode] of MODES.entries()) {
  const colour = (name: string) => luminance(tokens().get(name)![at]!);
  const atLeast = (ratio: number, name: string, ground: string) => {
    const found = contrast(colour(name), colour(ground));
    assert.ok(found >= ratio, `${name} on ${ground}: ${found.toFixed(2)}, at least ${ratio}`);
  };

  test(`texts can be read in ${mode} mode`, () => {
    for (const ground of [...GROUNDS, 'ember-wash']) {
      for (const text of ['ink', 'ink-2']) atLeast(TEXT, text, ground);
    }
    for (const ground of GROUNDS) {
      for (const text of ['ember-ink', 'leaf', 'amber', 'brick']) atLeast(TEXT, text, ground);
    }
    for (const name of ['ink', 'brick']) atLeast(TEXT, 'paper', name);
    for (const speaker of SPEAKERS) atLeast(TEXT, 'paper', speaker);
  });

  test(`the sentence that plays stands out in ${mode} mode`, () => {
    atLeast(mode === 'dark' ? 1.5 : 1.1, 'ember-wash', 'paper');
  });

  test(`controls and speakers can be seen in ${mode} mode`, () => {
    for (const ground of GROUNDS) {
      for (const name of ['control', 'ember', ...SPEAKERS]) atLeast(CONTROL, name, ground);
    }
  });
}

for (const [at, mode] of MODES.entries()) {
  for (const [sight, matrix] of Object.entries(SIGHTS)) {
    test(`speakers are told apart with ${sight} sight in ${mode} mode`, () => {
      const seen = SPEAKERS.map((name) => oklab(seenBy(matrix, linear(tokens().get(name)![at]!))));
      for (const [one, colour] of seen.entries()) {
        for (const [other, earlier] of seen.slice(0, one).entries()) {
          const distance = Math.hypot(...colour.map((value, axis) => value - earlier[axis]!));
          assert.ok(distance >= APART, `${one + 1} and ${other + 1}: ${distance.toFixed(3)}`);
        }
      }
    });
  }
}

/** Maps names to the light and the dark colour, each as `[lightness, chroma, hue]`. */
function tokens(): Map<string, [number, number, number][]> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)/g);
  return new Map(
    [...pairs].map(([, name, ...colours]) => [
      name!,
      colours.map((text) => text.match(/[\d.]+/g)!.map(Number) as [number, number, number]),
    ]),
  );
}

type Triple = [number, number, number];

function seenBy(matrix: readonly Triple[], colour: Triple): Triple {
  return matrix.map((row) =>
    Math.max(
      0,
      row.reduce((sum, part, at) => sum + part * colour[at]!, 0),
    ),
  ) as Triple;
}

function oklab([red, green, blue]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function luminance(colour: Triple): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Converts Oklch to linear sRGB. */
function linear([lightness, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return [red, green, blue];
}

function contrast(one: number, other: number): number {
  const [light, dark] = one > other ? [one, other] : [other, one];
  return (light + 0.05) / (dark + 0.05);
}
