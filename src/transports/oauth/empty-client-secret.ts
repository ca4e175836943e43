import { IncomingMessage } from 'node:http';
import { TooLarge } from '../../core/errors.ts';

const LONGEST_BODY = 56 * 1024;

/**
 * Some clients without a secret send an empty secret in a header: `Basic id:`. The library would
 * refuse this header, which may be the only place with the client id. So this function moves the id
 * into the form.
 */
export async function withoutBlankSecret(raw: IncomingMessage): Promise<IncomingMessage> {
  const basic = /^Basic +(\S+)$/i.exec(raw.headers.authorization ?? '')?.[1];
  const [, id] = /^([^:]*):$/.exec(Buffer.from(basic ?? '', 'base64').toString()) ?? [];
  if (id === undefined) return raw;
  delete raw.headers.authorization;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(raw.headers['content-type'] ?? '');
  if (id === '' || !isForm) return raw;
  const fields = new URLSearchParams(await bodyOf(raw));
  // The library refuses a request with two different client ids.
  if (fields.get('client_id') !== unescaped(id)) fields.append('client_id', unescaped(id));
  return withBody(raw, fields.toString());
}

async function bodyOf(raw: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > LONGEST_BODY) throw new TooLarge('The form is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the same request with another body. */
function withBody(
  { socket, method, url, headers, httpVersion }: IncomingMessage,
  body: string,
): IncomingMessage {
  const request = new IncomingMessage(socket);
  delete headers['transfer-encoding'];
  headers['content-length'] = String(Buffer.byteLength(body));
  Object.assign(request, { method, url, headers, httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}

/** Ids in this header are encoded as in a form (RFC 6749, 2.3.1). */
function unescaped(id: string): string {
  return new URLSearchParams(`id=${id.replaceAll('&', '%26')}`).get('id')!;
}
