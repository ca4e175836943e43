import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../../client/src', import.meta.url));
const BLOCK = /^```(sh|ts)(?: (\S+))?\n(.*?)^```$/gms;

export interface Block {
  language: 'sh' | 'ts';
  /** If a block has a file name, it is saved under this name instead of being run. */
  file: string | undefined;
  code: string;
}

export interface Recipe {
  title: string;
  blocks: Block[];
}

/** Returns the sections of a document that contain blocks to run. */
export function readRecipes(markdown: string): Recipe[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      blocks: [...section.matchAll(BLOCK)].map(([, language, file, code]) => ({
        language: language as Block['language'],
        file,
        code: code!,
      })),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

/**
 * Prepares a folder as if the packed client were installed in it, but with the client's source code
 * instead of its build.
 */
export function makeProject(folder: string): void {
  const client = join(folder, 'node_modules/@commonplace/client');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  mkdirSync(client, { recursive: true });
  writeFileSync(
    join(client, 'package.json'),
    '{ "name": "@commonplace/client", "type": "module", "exports": "./src/index.ts" }',
  );
  symlinkSync(CLIENT, join(client, 'src'));
}
