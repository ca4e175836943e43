import { IncomingMessage } from 'node:http';
import { TooLarge } from '../../core/errors.ts';

const LONGEST_BODY = 56 * 1024;

/**
 * Some clients send the secret that they do not have, in a header: `Basic id:`. The library would
 * refuse that; and the header may be the only place where they say who they are.
 */
export async function withoutBlankSecret(raw: IncomingMessage): Promise<IncomingMessage> {
  const basic = /^Basic +(\S+)$/i.exec(raw.headers.authorization ?? '')?.[1];
  const [, id] = /^([^:]*):$/.exec(Buffer.from(basic ?? '', 'base64').toString()) ?? [];
  if (id === undefined) return raw;
  delete raw.headers.authorization;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(raw.headers['content-type'] ?? '');
  if (id === '' || !isForm) return raw;
  const fields = new URLSearchParams(await bodyOf(raw));
  // One that says two names is refused for it.
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

/** The same request with another body. */
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

/** Ids in this header are written as in a form (RFC 6749, 2.3.1). */
function unescaped(id: string): string {
  return new URLSearchParams(`id=${id.replaceAll('&', '%26')}`).get('id')!;
}
