/** Every path that a document names must exist, and every document must be reachable. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const broken: string[] = [];
for (const file of globSync(['*.md', 'docs/**/*.md'])) {
  const text = readFileSync(file, 'utf8');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(dirname(file), target!))) broken.push(`${file}: link to ${target}`);
  }
  for (const [, path] of text.matchAll(
    /`((?:src|docs|scripts|tests|bench|assets|eval)\/[\w./-]*\w)`/g,
  )) {
    if (!existsSync(normalize(path!))) broken.push(`${file}: \`${path}\` does not exist`);
  }
}
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
