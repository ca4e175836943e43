import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../http/errors.ts';
import { swallow } from '../http/request/leftover-body.ts';
import { sendPage } from './forms.ts';
import { errorView } from './pages/views.ts';

/** Maps Fastify's errors to sentences for the person who filled in the form. */
const FORM_ERRORS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Send the body as a form, with Content-Type: application/x-www-form-urlencoded.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The form is too large.',
};

/** Returns whether the caller accepts HTML. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/** Answers failures in `app` with a page for browsers and with JSON for programs. */
export function answerFailures(
  app: FastifyInstance,
  asJson: (failure: { status: number; message: string }) => object,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { code = '' } = error as { code?: string };
    const failure = failureOf(error);
    failure.message = FORM_ERRORS[code] ?? failure.message;
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') await swallow(request.raw);
    if (failure.status >= 500) request.log.error({ err: error }, 'unexpected error');
    if (failure.retryAfterSeconds !== null) {
      reply.header('Retry-After', failure.retryAfterSeconds);
    }
    reply.header('Cache-Control', 'no-store');
    return wantsPage(request)
      ? sendFailure(reply, failure)
      : reply.code(failure.status).send(asJson(failure));
  });
}

function sendFailure(
  reply: FastifyReply,
  { status, message }: { status: number; message: string },
): FastifyReply {
  return sendPage(reply, status, errorView({ title: 'The request failed', message, hint: null }));
}

/** Answers unsupported methods of `url` with 405 and a list of the supported ones. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allow: string): void {
  const known = allow.split(', ');
  app.route({
    url,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !known.includes(method),
    ),
    handler: (_request, reply) =>
      reply
        .header('Allow', allow)
        .code(405)
        .send({ detail: `Method Not Allowed. Use ${allow}.` }),
  });
}
