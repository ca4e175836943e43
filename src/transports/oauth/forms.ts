import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Forbidden } from '../../core/errors.ts';
import { credentialOf } from '../http/authentication.ts';

const FORM_COOKIE = 'svc_form';

const LONGEST_FORM = 8 * 1024;

/** Lets the routes of `app` read the forms of pages, and nothing else. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

/**
 * Proof that a form came from the page we gave to this browser, for one purpose and one session: a
 * secret in a cookie that other sites cannot send, signed together with both.
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
    /** For a form on a page that is about to be sent. */
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
    /** The fields of a form; throws when it is not ours. */
    read(request: FastifyRequest, purpose: string): URLSearchParams {
      refuseForeignPage(request, site());
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const wanted = sign(request.cookies[FORM_COOKIE] ?? '', purpose, credentialOf(request));
      const given = Buffer.from(fields.get('proof') ?? '', 'base64url');
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        throw new Forbidden(
          'This page is too old, or your browser has not kept the cookie that belongs to it. ' +
            'Allow cookies for this site, go back, reload the page and try again.',
        );
      }
      return fields;
    },
  };
}

export type Forms = ReturnType<typeof openForms>;

/**
 * `Origin` is `null` although the page is ours, because it tells nobody where it is from
 * (`Referrer-Policy: no-referrer`); then the proof in the form has to do, with what the browser says.
 */
function refuseForeignPage({ headers }: FastifyRequest, ours: string): void {
  const { origin } = headers;
  // A proxy in front may or may not hand on the name by which it is called.
  const hosts = [headers.host, new URL(ours).host];
  const site = headers['sec-fetch-site'];
  const isOurs =
    (origin === undefined || origin === 'null' || hosts.includes(URL.parse(origin)?.host ?? '')) &&
    (site === undefined || site === 'same-origin');
  if (!isOurs) throw new Forbidden('This form comes from another site than this service.');
}

/**
 * Some assistants open us in a window of theirs and wait for it to come back. Other pages of ours cut
 * themselves off from whoever opened them; on the way of a sign-in that would lose the window.
 */
export async function keepOpener(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Cross-Origin-Opener-Policy', 'unsafe-none');
}

/** The headers of every page on which something is decided. */
export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Frame-Options', 'DENY')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(text);
}
