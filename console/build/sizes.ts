/**
 * Compares the sizes of the built files, compressed as a browser receives them, with the limits of
 * the console.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const KB = 1000;
const LIMITS = {
  shell: 55 * KB,
  'first page': 85 * KB,
  'another page': 45 * KB,
  'all JavaScript': 335 * KB,
  CSS: 14 * KB,
  fonts: 70 * KB,
};
/** The page that opens after sign-in. */
const FIRST_PAGE = 'src/day/page.tsx';
const PAGE = /^src\/(?:[\w-]+\/)+(?:[\w-]+-)?page\.tsx$/;

/** Prints all sizes, and returns the exceeded limits as sentences. */
export function checkSizes(dist: string): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const size = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + gzipped(dist, manifest[key]!.file), 0);
  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!;
  const shell = closure(manifest, entry);
  const firstPage = new Set([...shell, ...closure(manifest, FIRST_PAGE)]);
  const pages = Object.keys(manifest).filter((key) => PAGE.test(key) && key !== FIRST_PAGE);
  const measured: [string, number, number][] = [
    ['the shell', size(shell), LIMITS.shell],
    ['the first page', size(firstPage), LIMITS['first page']],
    // Without dialogs and charts, which a page loads after it is shown.
    ...pages.map((key): [string, number, number] => [
      key,
      size([...closure(manifest, key)].filter((each) => !firstPage.has(each))),
      LIMITS['another page'],
    ]),
    ['all JavaScript', sum(dist, '**/*.js.gz'), LIMITS['all JavaScript']],
    ['CSS', sum(dist, '**/*.css.gz'), LIMITS.CSS],
    // The extended Latin fonts are loaded only for a page with one of their characters.
    ['fonts', sum(dist, '**/*-latin-[!e]*.woff2'), LIMITS.fonts],
  ];
  for (const [name, bytes, limit] of measured) {
    console.log(`${kilobytes(bytes).padStart(9)} of ${kilobytes(limit).padStart(6)}  ${name}`);
  }
  return measured
    .filter(([, bytes, limit]) => bytes > limit)
    .map(
      ([name, bytes, limit]) =>
        `The console is too large: ${name} has ${kilobytes(bytes)}, at most ${kilobytes(limit)}.`,
    );
}

/** A chunk with all its static imports. */
function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const each of manifest[key]?.imports ?? []) closure(manifest, each, found);
  return found;
}

const gzipped = (dist: string, file: string) => statSync(join(dist, `${file}.gz`)).size;
const sum = (dist: string, pattern: string) =>
  globSync(pattern, { cwd: dist }).reduce((all, file) => all + statSync(join(dist, file)).size, 0);
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
