/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | readonly Html[] | null | undefined | false;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fills a template with pieces. Pieces are escaped as text, unless they are `Html` already. */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    template
      .map((text, index) => text + (index < pieces.length ? render(pieces[index]!) : ''))
      .join(''),
  );
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(render).join('');
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Returns a complete page with the style of the set-up page. */
export function page(title: string, body: Html): string {
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Commonplace</title>
        <link rel="stylesheet" href="/setup.css" />
        <link rel="stylesheet" href="/connect.css" />
      </head>
      <body>
        <main aria-label="${title}">${body}</main>
      </body>
    </html>`.text
  }\n`;
}
