/** Sentences about a store that refuses a request, or cannot be reached. */
import { StartError } from '../../core/errors.ts';

interface Answer {
  status: number;
  /** The name of the error, such as `NoSuchBucket`; null when the answer has none. */
  code: string | null;
  host: string;
  bucket: string;
}

/** An answer of the store that is no success. */
export class StoreRefusal extends StartError {
  readonly status: number;
  readonly code: string;
  constructor(sentence: string, { status, code }: Answer) {
    super(sentence);
    this.status = status;
    this.code = code ?? '';
  }

  /** Returns whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    const isServer = this.status >= 500 && this.status !== 501;
    return isServer || this.status === 429 || this.code === 'RequestTimeout';
  }

  /** Returns whether the credentials are good, but not for this request. */
  get isNotPermitted(): boolean {
    return this.code === 'AccessDenied' || this.status === 405 || this.status === 501;
  }
}

const WRONG_KEY = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidSecurity',
];
const WRONG_REGION = ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'InvalidRegion'];

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];

export function storeRefusal(answer: Answer): StoreRefusal {
  // The text of the store is not shown; the name of an error is one word.
  const code = /^\w{1,60}$/.test(answer.code ?? '') ? answer.code! : `status ${answer.status}`;
  return new StoreRefusal(sentenceOf({ ...answer, code }), answer);
}

function sentenceOf({ status, code, host, bucket }: Answer & { code: string }): string {
  const store = `The store at ${host}`;
  if (code === 'NoSuchBucket')
    return `${store} has no bucket ${bucket}. Make it, or correct its name.`;
  if (WRONG_KEY.includes(code)) {
    return `${store} does not accept the credentials (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  }
  if (code === 'RequestTimeTooSkewed') {
    return `The clock of this machine differs from the clock of ${store}. Correct it.`;
  }
  if (WRONG_REGION.includes(code) || (status >= 300 && status < 400)) {
    return `${store} expects another region or address for the bucket ${bucket} (${code}). Set AWS_REGION and AWS_ENDPOINT_URL_S3.`;
  }
  if (status === 507 || FULL.includes(code)) {
    return `${store} is full (${code}). Make room for the bucket ${bucket}, or raise its quota.`;
  }
  if (status === 401 || status === 403) {
    return `${store} does not permit this in the bucket ${bucket} (${code}). Give the access key the permissions of docs/operating.md.`;
  }
  return `${store} refused a request for the bucket ${bucket} (${code}). Try again later.`;
}

export function unreachable(host: string, error: Error): StartError {
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
  const reason = error.name === 'TimeoutError' ? 'it does not answer' : (code ?? 'no connection');
  return new StartError(
    `The store at ${host} cannot be reached: ${reason}. Check AWS_ENDPOINT_URL_S3 and the network.`,
    { cause: error },
  );
}
