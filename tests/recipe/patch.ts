/** The patch of the recipe in CONTRIBUTING.md: a field and a route, as a newcomer writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PATCH = 'docs/recipe/add-a-field.patch';
/** How git applies it: a hunk at the top of the changelog has no line below it that stays. */
export const APPLY = ['apply', '--unidiff-zero', '--whitespace=nowarn'];

/** Returns the patch with the number of the next migration, and the files that it writes. */
export function readPatch(): { text: string; code: string[]; tests: string[] } {
  const numbers = readdirSync(`${ROOT}/src/storage/migrations`).map((name) => parseInt(name, 10));
  const next = Math.max(...numbers.filter(Number.isFinite)) + 1;
  const text = readFileSync(`${ROOT}/${PATCH}`, 'utf8').replaceAll(
    'migrations/NNNN-',
    `migrations/${String(next).padStart(4, '0')}-`,
  );
  const files = [...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path]) => path!);
  return {
    text,
    code: files.filter((path) => !path.endsWith('.test.ts')),
    tests: files.filter((path) => path.endsWith('.test.ts')),
  };
}
