/** Renders a page of Markdown with links that work in the site. */
import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import type { Tokens } from 'marked';
import { addressOf } from './pages.ts';

interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
  /** Files of the repository that the page shows or links to, and that are not pages. */
  files: string[];
}

const ELSEWHERE = /^[a-z][a-z+.-]*:/i;

export function renderPage(
  file: string,
  markdown: string,
  isPage: (file: string) => boolean,
): Rendered {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const files = new Set<string>();

  /** Returns null for a folder, which has no place in the site. */
  const hrefOf = (target: string): string | null => {
    if (ELSEWHERE.test(target) || target.startsWith('#')) return target;
    const [path = '', fragment] = target.split('#');
    const found = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
    const named = isFolder(found) ? `${found}/README.md` : found;
    const after = fragment === undefined ? '' : `#${fragment}`;
    if (isPage(named)) return relative(file, addressOf(named)) + after;
    if (isFolder(found)) return null;
    if (!existsSync(named)) throw new Error(`${file}: the link to ${target} leads nowhere`);
    files.add(named);
    return relative(file, addressOfFile(named));
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slugger.slug(text);
        headings.push({ depth, id, text });
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = hrefOf(href);
        const words = this.parser.parseInline(tokens);
        return address === null ? words : `<a href="${escape(address)}">${words}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escape(hrefOf(href) ?? '')}" alt="${escape(text)}" loading="lazy">`;
      },
      code({ lang, text }: Tokens.Code) {
        const [, language = '', mark = ''] = /^(\S*) *(?:\((not run: .+)\))?/.exec(lang ?? '')!;
        const note = mark === '' ? '' : `<p class="mark">${escape(`The tests do ${mark}.`)}</p>\n`;
        const named = language === '' ? '' : ` class="language-${escape(language)}"`;
        return `<pre><code${named}>${escape(text)}\n</code></pre>\n${note}`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return text.startsWith('<!--') ? '' : escape(text);
      },
    },
  });
  const html = (marked.parse(markdown) as string)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return { html, headings, files: [...files] };
}

/** Pictures and files of the repository keep their paths below `files/`. */
export function addressOfFile(file: string): string {
  return `files/${file}`;
}

/** Returns the way from the page of a file to an address of the site. */
export function relative(file: string, address: string): string {
  return posix.relative(posix.dirname(addressOf(file)), address);
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
