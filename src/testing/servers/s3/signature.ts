/** Checks requests as AWS documents signature version 4, in the header `Authorization`. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Credentials {
  keyId: string;
  secret: string;
  region: string;
}

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
const MAX_SKEW_MS = 15 * 60_000;

/** Returns the code of the error that S3 answers; null for a good request. */
export function faultOf(
  request: IncomingMessage,
  body: Buffer,
  { keyId, secret, region }: S3Credentials,
): string | null {
  const { headers } = request;
  const [, id, day, scope, names, signature] = HEADER.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (id !== keyId) return 'InvalidAccessKeyId';
  if (scope !== region) return 'AuthorizationHeaderMalformed';
  const time = String(headers['x-amz-date']);
  const at = time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  if (!(Math.abs(Date.now() - Date.parse(at)) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  const signed = names!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const { pathname, searchParams } = new URL(request.url!, 'http://store');
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted();
  const canonical = [
    request.method,
    pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const steps = [day!, region, 's3', 'aws4_request'];
  const key = steps.reduce<Buffer>((last, step) => hmac(last, step), Buffer.from(`AWS4${secret}`));
  const text = ['AWS4-HMAC-SHA256', time, steps.join('/'), sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
