/** Writes a version into everything that names it. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFESTS = ['.', 'client', 'mcp', 'console'];
/** The archives of a release, and the name of the image, as documents write them. */
const NAMES =
  /\b(commonplace(?:-client|-mcp)?-|localhost\/commonplace:)\d+\.\d+\.\d+(?=\.tgz|-\w+\.oci|\b)/g;

export function setVersion(folder: string, version: string, date: string): void {
  const change = (file: string, changed: (text: string) => string) => {
    const path = join(folder, file);
    writeFileSync(path, changed(readFileSync(path, 'utf8')));
  };
  const inJson = (file: string, set: (value: Lock) => void) =>
    change(file, (text) => {
      const value = JSON.parse(text) as Lock;
      set(value);
      return `${JSON.stringify(value, null, 2)}\n`;
    });
  for (const at of MANIFESTS) {
    inJson(join(at, 'package.json'), (manifest) => void (manifest.version = version));
  }
  inJson('package-lock.json', (lock) => {
    lock.version = version;
    for (const at of MANIFESTS) lock.packages![at === '.' ? '' : at]!.version = version;
  });
  change('clients/python/pyproject.toml', (text) =>
    text.replace(/^version = ".*"$/m, `version = "${version}"`),
  );
  change('CHANGELOG.md', (text) =>
    text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`),
  );
  for (const file of globSync(['*.md', 'docs/*.md', 'client/*.md'], { cwd: folder })) {
    if (file !== 'CHANGELOG.md') change(file, (text) => text.replaceAll(NAMES, `$1${version}`));
  }
}

interface Lock {
  version: string;
  packages?: Record<string, { version: string }>;
}
