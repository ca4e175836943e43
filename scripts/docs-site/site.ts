/** Builds the documentation as files that a browser opens without a server and a network. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, GROUPS, isDecision, PAGES } from './pages.ts';
import type { Page } from './pages.ts';
import { addressOfFile, escape, relative, renderPage } from './render.ts';
import type { Rendered } from './render.ts';

/** An entry of the search: the title of the page, the heading, the address. */
type Entry = readonly [title: string, heading: string, address: string];

const PARTS = ['site.css', 'search.js'];

/** Returns the number of pages. */
export function buildSite(folder: string): number {
  const pages = [...PAGES, ...decisions()];
  const isPage = (file: string) => pages.some((page) => page.file === file);
  rmSync(folder, { recursive: true, force: true });
  const entries: Entry[] = [];
  for (const page of pages) {
    const rendered = renderPage(page.file, readFileSync(page.file, 'utf8'), isPage);
    write(folder, addressOf(page.file), wholePage(page, rendered));
    for (const file of rendered.files) {
      const target = join(folder, addressOfFile(file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target);
    }
    entries.push(...entriesOf(page, rendered));
  }
  for (const part of PARTS) {
    cpSync(fileURLToPath(new URL(part, import.meta.url)), join(folder, part));
  }
  write(folder, 'search-entries.js', `globalThis.searchEntries = ${JSON.stringify(entries)};\n`);
  return pages.length;
}

function decisions(): Page[] {
  return globSync('docs/decisions/*.md')
    .filter(isDecision)
    .toSorted()
    .map((file) => ({ file, title: /^# (.+)$/m.exec(readFileSync(file, 'utf8'))![1]! }));
}

function entriesOf({ file, title }: Page, { headings }: Rendered): Entry[] {
  const address = addressOf(file);
  const below = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return [
    [title, '', address],
    ...below.map(({ text, id }): Entry => [title, text, `${address}#${id}`]),
  ];
}

function wholePage(page: Page, { html }: Rendered): string {
  const to = (address: string) => escape(relative(page.file, address));
  const root = '../'.repeat(addressOf(page.file).split('/').length - 1);
  const at = PAGES.findIndex(({ file }) => file === page.file);
  const around = at < 0 ? [] : [neighbour('prev', PAGES[at - 1]), neighbour('next', PAGES[at + 1])];

  function neighbour(rel: string, other: Page | undefined): string {
    if (!other) return '<span></span>';
    return `<a rel="${rel}" href="${to(addressOf(other.file))}">${escape(other.title)}</a>`;
  }
  const item = ({ file, title }: Page) => {
    const here = file === page.file ? ' aria-current="page"' : '';
    return `<li><a href="${to(addressOf(file))}"${here}>${escape(title)}</a></li>`;
  };
  const groups = GROUPS.map(
    ({ title, pages }) => `<h2>${title}</h2>\n<ul>\n${pages.map(item).join('\n')}\n</ul>`,
  );
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} · Commonplace</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('search-entries.js')}"></script>
<script defer src="${to('search.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">Commonplace</a>
<form role="search" id="search" hidden>
<input type="search" aria-label="Search titles and headings" placeholder="Search ( / )" autocomplete="off">
<ul id="found" aria-live="polite"></ul>
</form>
</header>
<div class="columns">
<nav aria-label="Pages"><details open><summary>Pages</summary>
${groups.join('\n')}
</details></nav>
<main id="content">
${html}
<footer>${around.join('\n')}</footer>
</main>
</div>
</body>
</html>
`;
}

function write(folder: string, address: string, text: string): void {
  const path = join(folder, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
