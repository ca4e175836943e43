/**
 * Reduces the two fonts to the characters and weights that the console uses. `latin` is loaded on
 * every first visit; `latin-ext` is loaded only when a page contains one of its characters.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const PACKAGES = {
  inter: '@fontsource-variable/inter',
  serif: '@fontsource-variable/source-serif-4',
};
const WEIGHTS = { wght: { min: 400, max: 600 } };

/** The same ranges are in src/design/fonts.css. */
const SUBSETS = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’‚“”„•…‰‹›€™−←→↑↓`,
  'latin-ext': `${range(0x100, 0x17f)}ȘșȚțẞ`,
};

export async function makeFonts(folder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, from] of Object.entries(PACKAGES)) {
    for (const [subset, characters] of Object.entries(SUBSETS)) {
      const target = join(folder, `${name}-${subset}.woff2`);
      if (existsSync(target)) continue;
      const file = `${from.split('/')[1]}-${subset}-wght-normal.woff2`;
      const whole = readFileSync(resolve(`${from}/files/${file}`));
      const options = { targetFormat: 'woff2', variationAxes: WEIGHTS } as const;
      writeFileSync(target, await subsetFont(whole, characters, options));
    }
  }
}

function range(first: number, last: number): string {
  return String.fromCodePoint(
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}
