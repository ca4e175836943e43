/** Tests the contrast of the colours in both modes, by WCAG 2.2. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const MODES = ['light', 'dark'] as const;
const TEXT = 4.5;
const CONTROL = 3;
const SPEAKERS = Array.from({ length: 8 }, (_, index) => `speaker-${index + 1}`);
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

/** Converts Oklch over linear sRGB to relative luminance. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  const [light, dark] = one > other ? [one, other] : [other, one];
  return (light + 0.05) / (dark + 0.05);
}
