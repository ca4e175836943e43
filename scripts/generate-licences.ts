/**
 * Writes docs/licences.md: the packages and networks that the service consists of, by licence.
 * `--check` only compares.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const FILE = 'docs/licences.md';

interface Locked {
  version?: string;
  license?: string;
  dev?: true;
  devOptional?: true;
  link?: true;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const ofService = Object.entries(packages).flatMap(([place, locked]) => {
  const isOwn = !place.startsWith('node_modules/') || locked.link;
  if (isOwn || locked.dev || locked.devOptional) return [];
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return [{ name, licence: licenceOf(place, locked) }];
});

const byLicence = Map.groupBy(ofService, ({ licence }) => licence);
const rows = [...byLicence]
  .toSorted(([one, some], [other, more]) => more.length - some.length || one.localeCompare(other))
  .map(([licence, found]) => {
    const names = [...new Set(found.map(({ name }) => name))].toSorted();
    return `| ${licence} | ${names.map((name) => `\`${name}\``).join(', ')} |`;
  });
const networks = globSync('assets/*.LICENSE')
  .toSorted()
  .map((path) => {
    const [first = ''] = readFileSync(path, 'utf8').split(/\n\n|\nhttps|(?<=\w)\n(?=Taken)/);
    return `- [${basename(path)}](../assets/${basename(path)}): ${first.replaceAll('\n', ' ')}`;
  });

const text = `# Licences

Commonplace itself is Apache-2.0 ([LICENSE](../LICENSE)). Made by \`scripts/generate-licences.ts\` from \`package-lock.json\`.

## Packages of the service

| licence | packages |
| --- | --- |
${rows.join('\n')}

The console is built from further packages, whose notices are in its files; \`npm run release\` writes a list of all parts (SBOM).

## Networks and sounds

${networks.join('\n')}
`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is not what package-lock.json says: run npm run generate`);
  process.exitCode = 1;
}

/** npm leaves the licence of some packages out of the lock file. */
function licenceOf(place: string, { license }: Locked): string {
  if (license) return license.replace(/^\((.*)\)$/, '$1');
  const manifest = `${place}/package.json`;
  if (!existsSync(manifest)) return 'not named';
  const { license: own } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string };
  return own ?? 'not named';
}
