import { translate } from './german/translate.ts';
import type { PageSentence } from './german/translate.ts';

/** The reader of a page, for whom it is rendered. */
export interface PageReader {
  language: 'en' | 'de';
  /** The host of this service. */
  host: string;
}

/** Markup that is safe to put into a page. It is rendered in the language of its reader. */
export class Html {
  readonly render: (reader: PageReader) => string;
  constructor(render: (reader: PageReader) => string) {
    this.render = render;
  }
}

/** A whole page, which is sent with `sendPage`. */
export type Page = Html;

type Piece = string | number | Html | readonly Html[] | null | undefined | false;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Fills a template with pieces. Pieces are escaped as text, unless they are `Html` already. */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html((reader) =>
    template
      .map((text, at) => text + (at < pieces.length ? rendered(pieces[at], reader) : ''))
      .join(''),
  );
}

function rendered(piece: Piece, reader: PageReader): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.render(reader);
  if (Array.isArray(piece)) return piece.map((each) => rendered(each, reader)).join('');
  return escape(String(piece));
}

/** A sentence in the language of the reader. `{name}` stands for a value. */
export function t(sentence: PageSentence, values: Record<string, Piece> = {}): Html {
  return new Html((reader) =>
    escape(translate(sentence, reader.language)).replace(/\{(\w+)\}/g, (_whole, name: string) =>
      rendered(values[name], reader),
    ),
  );
}

/** A text of another room, in the language of the reader if there is a translation. */
export const translated = (text: string): Html =>
  new Html(({ language }) => escape(translate(text, language)));

const LOCALES = { en: 'en-GB', de: 'de-DE' };

/** A date in the language of the reader and the time zone of the user. */
export const date = (at: string, timeZone: string): Html =>
  new Html(({ language }) => {
    const form = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
    return escape(new Intl.DateTimeFormat(LOCALES[language], form).format(new Date(at)));
  });

/** A complete page in the look of the console, with the names of the product and the host. */
export function page(title: string | Html, body: Html): Page {
  return html`<!doctype html>
    <html lang="${new Html(({ language }) => language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Commonplace</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/connect.css" />
      </head>
      <body>
        <header>
          <p><strong>Commonplace</strong> <span>${new Html(({ host }) => escape(host))}</span></p>
        </header>
        <main aria-label="${title}">${body}</main>
      </body>
    </html> `;
}
