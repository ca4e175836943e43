import type { IncomingMessage } from 'node:http';
import { calledAs } from '../../domains/access/grants/resource.ts';
import type { PageReader } from './pages/html.ts';

const LANGUAGES: readonly PageReader['language'][] = ['en', 'de'];

/** The languages that users have chosen for their texts, by request. */
const chosen = new WeakMap<IncomingMessage, string>();

/** Notes that the request comes from a user with this language. */
export function noteLanguage(request: IncomingMessage, language: string | null): void {
  if (language) chosen.set(request, language);
}

/**
 * Returns for whom a page is rendered: in the language of the user, otherwise in the first language
 * of the browser that the pages speak. The page names our own address, because anybody can make a
 * browser send another name of the host.
 */
export function pageReaderOf(request: IncomingMessage, site: string): PageReader {
  const { host } = new URL(calledAs(site, request.headers.host));
  const wished = [chosen.get(request) ?? '', ...acceptedLanguages(request)];
  const language = wished
    .map((name) => LANGUAGES.find((each) => name.toLowerCase().split('-')[0] === each))
    .find((each) => each !== undefined);
  return { language: language ?? 'en', host };
}

/** The languages of the browser, the preferred first. */
function acceptedLanguages({ headers }: IncomingMessage): string[] {
  return (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [name = '', quality] = part.trim().split(/;\s*q=/);
      return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => name);
}
