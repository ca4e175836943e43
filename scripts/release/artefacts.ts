/** Writes the files of a release: packages, documents, deployment, parts list and checksums. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { writeImages } from './images.ts';
import { serverEntry } from './server-entry.ts';

interface Release {
  /** The folder of the sources. */
  folder: string;
  out: string;
  version: string;
  /** The day of the commit, ISO 8601. */
  date: string;
  /** Whether to make the images as well. */
  hasImages: boolean;
}

export function writeArtefacts({ folder, out, version, date, hasImages }: Release): void {
  const path = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const run = (program: string, ...words: string[]): string =>
    execFileSync(program, words, {
      cwd: folder,
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  run('node', 'scripts/build.ts');
  const packages = join(out, 'npm');
  mkdirSync(packages);
  const to = ['--silent', '--pack-destination', packages];
  run('npm', 'pack', './dist', './weights', ...to);
  run('npm', 'pack', '-w', 'client', '-w', 'mcp', ...to);
  run('node', 'scripts/docs-site/main.ts');
  cpSync(join(folder, 'dist-docs'), join(out, 'docs'), { recursive: true });
  writeFileSync(join(out, 'sbom.cdx.json'), partsList(run, `${version} ${date}`, date));
  writeFileSync(join(out, 'server.json'), `${JSON.stringify(serverEntry(version), null, 2)}\n`);
  copyDeployment(join(folder, 'deploy'), join(out, 'deploy'), version);
  cpSync(join(folder, 'RELEASING.md'), join(out, 'RELEASING.md'));
  if (hasImages) writeImages({ folder, out, version });
  writeFileSync(join(out, 'SHA256SUMS'), checksums(out));
}

/** CycloneDX of npm, with a time and a number that do not change from one run to the next. */
function partsList(run: (...words: string[]) => string, seed: string, date: string): string {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const list = JSON.parse(run('npm', ...words)) as {
    serialNumber: string;
    metadata: { timestamp: string };
  };
  const hex = createHash('sha256').update(seed).digest('hex');
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  list.serialNumber = `urn:uuid:${[...uuid, hex.slice(20, 32)].join('-')}`;
  list.metadata.timestamp = `${date}T00:00:00.000Z`;
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** The files of deploy/ name the image and the service with its version. */
function copyDeployment(from: string, to: string, version: string): void {
  cpSync(from, to, { recursive: true });
  for (const file of globSync('**/*.{yaml,yml,service}', { cwd: to })) {
    const text = readFileSync(join(to, file), 'utf8')
      .replaceAll('localhost/commonplace', `localhost/commonplace:${version}`)
      .replace(/^version: '.*'$/m, `version: '${version}'`)
      .replace(/^Description=Commonplace,/m, `Description=Commonplace ${version},`);
    writeFileSync(join(to, file), text);
  }
}

function checksums(out: string): string {
  return globSync('**', { cwd: out })
    .filter((file) => statSync(join(out, file)).isFile())
    .toSorted()
    .map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex');
      return `${hash}  ${file}\n`;
    })
    .join('');
}
