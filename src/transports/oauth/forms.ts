import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Forbidden } from '../../core/errors.ts';
import { credentialOf } from '../http/authentication.ts';
import type { Page } from './pages/html.ts';
import { pageReaderOf } from './reader.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The public address of the service, without a trailing slash, for its pages. */
    ownSite(): string;
  }
}

const FORM_COOKIE = 'svc_form';

const LONGEST_FORM = 8 * 1024;

/** Accepts only one type of request body for the routes of `app`: forms from our pages. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

/**
 * Proves that a form comes from a page that we sent to this browser, for a certain purpose and
 * session. The proof is a signature over the purpose, the session and a secret in a cookie. Other
 * sites cannot send this cookie.
 */
export function openForms({
  secret,
  secure,
  site,
}: {
  secret: string;
  secure: boolean;
  site(): string;
}) {
  const sign = (browser: string, purpose: string, session: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['form', browser, purpose, session]))
      .digest();

  return {
    /** Returns the proof for a form on the page that is being sent. */
    proof(request: FastifyRequest, reply: FastifyReply, purpose: string): string {
      let browser = request.cookies[FORM_COOKIE];
      if (!browser) {
        browser = randomBytes(24).toString('base64url');
        reply.setCookie(FORM_COOKIE, browser, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure,
        });
      }
      return sign(browser, purpose, credentialOf(request)).toString('base64url');
    },
    /** Returns the fields of a form; throws when the form does not come from our page. */
    read(request: FastifyRequest, purpose: string): URLSearchParams {
      refuseForeignPage(request, site());
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const wanted = sign(request.cookies[FORM_COOKIE] ?? '', purpose, credentialOf(request));
      const given = Buffer.from(fields.get('proof') ?? '', 'base64url');
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        throw new Forbidden(
          'This page is too old, or your browser has not kept its cookie. Allow cookies ' +
            'for this site, go back, reload the page and try again.',
        );
      }
      return fields;
    },
  };
}

export type Forms = ReturnType<typeof openForms>;

/**
 * `Origin` is `null` even for our own pages, because they send no referrer (`Referrer-Policy:
 * no-referrer`). In that case, the form is protected by its proof and by the `Sec-Fetch-Site`
 * header.
 */
function refuseForeignPage({ headers }: FastifyRequest, ours: string): void {
  const { origin } = headers;
  // A proxy may or may not pass on the host name of the request, so both names are accepted.
  const hosts = [headers.host, new URL(ours).host];
  const site = headers['sec-fetch-site'];
  const isOurs =
    (origin === undefined || origin === 'null' || hosts.includes(URL.parse(origin)?.host ?? '')) &&
    (site === undefined || site === 'same-origin');
  if (!isOurs) throw new Forbidden('This form comes from another site.');
}

/**
 * Some assistants open the sign-in in a popup window and wait for its redirect. On our other pages,
 * a popup window loses access to its opener. Without this exception, the assistant would lose its
 * popup window during a sign-in.
 */
export async function keepOpener(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Cross-Origin-Opener-Policy', 'unsafe-none');
}

/** Sends a page on which the user makes a decision, with its security headers. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('X-Frame-Options', 'DENY')
    .header('Cache-Control', 'no-store')
    .header('Vary', 'Accept-Language')
    .header('Referrer-Policy', 'no-referrer')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
    )
    .send(page.render(pageReaderOf(reply.request.raw, reply.server.ownSite())));
}
