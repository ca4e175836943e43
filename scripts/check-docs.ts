/**
 * Checks that every path in a document exists, that no merge left its marks, that every page has a
 * place in the site, and that the example programs compile.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { makeProject, readRecipes } from '../src/testing/docs/examples.ts';
import { problemsOfPlaces } from './docs-site/pages.ts';

const broken: string[] = [];
for (const file of globSync(['*.md', 'docs/**/*.md'])) {
  // An example of a Markdown file has links of its own.
  const text = readFileSync(file, 'utf8').replaceAll(/^```md\n.*?^```$/gms, '');
  if (/^(?:<{7}|>{7}) /m.test(text)) broken.push(`${file}: a merge left its marks`);
  for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(dirname(file), target!))) broken.push(`${file}: link to ${target}`);
  }
  for (const [, path] of text.matchAll(
    /`((?:src|docs|scripts|tests|bench|assets|eval|training)\/[\w./-]*\w)`/g,
  )) {
    if (!existsSync(normalize(path!))) broken.push(`${file}: \`${path}\` does not exist`);
  }
}
broken.push(
  ...problemsOfPlaces(
    globSync(['*.md', '{client,clients/*,console,training}/*.md', 'docs/**/*.md']),
  ),
);
broken.push(...problemsOfSkills());
broken.push(...problemsOfPrograms('docs/cookbook.md'));
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;

/**
 * Returns the compiler errors in the TypeScript of a document, with the same strictness as for our
 * own code.
 */
function problemsOfPrograms(file: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-docs-'));
  try {
    makeProject(folder);
    const compilerOptions = { typeRoots: [resolve('node_modules/@types')] };
    const config = { extends: resolve('tsconfig.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    for (const { title, blocks } of readRecipes(readFileSync(file, 'utf8'))) {
      const programs = blocks.filter(({ language }) => language === 'ts');
      for (const [index, { code }] of programs.entries()) {
        writeFileSync(join(folder, `${title.replaceAll(/\W+/g, '-')}-${index + 1}.ts`), code);
      }
    }
    const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8', cwd: folder });
    return status === 0 ? [] : [`${file}: its programs do not compile\n${stdout}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the names in skills that look like a tool and are none. */
function problemsOfSkills(): string[] {
  const { tools } = JSON.parse(readFileSync('mcp/src/tools.json', 'utf8')) as {
    tools: { name: string }[];
  };
  const known = new Set(tools.map(({ name }) => name));
  return globSync('skills/*/SKILL.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)]
      .filter(([, name]) => !known.has(name!))
      .map(([, name]) => `${file}: there is no tool ${name}`),
  );
}
