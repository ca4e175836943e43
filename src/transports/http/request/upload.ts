import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, NoRoom, ServiceError, TooLarge } from '../../../core/errors.ts';
import type { Route } from '../../../kit/route.ts';
import { FileInMemory, FileOnDisk } from '../../../kit/upload.ts';
import type { UploadRule } from '../../../kit/upload.ts';
import { readQuery } from './query.ts';
import { swallow } from './leftover-body.ts';

const MIB = 1024 * 1024;
const LIMITS = { fields: 30, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 };
/** The number of bytes for the boundaries and part headers around the file. */
const FRAMING_BYTES = 64 * 1024;
/** The number of bytes of disk space that forms must leave free. */
const MIN_FREE_BYTES = 100 * MIB;

/** Prepares a scope for routes that accept only forms with files. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // `readUpload` refuses other content types with a clear message.
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  await scope.register(multipart, { throwFileSizeLimit: false });
}

export interface Upload extends AsyncDisposable {
  /** The fields of the form, including the file. */
  body: Record<string, unknown>;
}

/**
 * Reads the form of an authenticated request. Disposing of the result deletes the temporary file.
 */
export async function readUpload(
  request: FastifyRequest,
  { upload, operation }: Route & { upload: UploadRule },
): Promise<Upload> {
  await using cleaning = new AsyncDisposableStack();
  try {
    if (!request.isMultipart()) throw notAForm(upload);
    refuseTooLong(request, upload);
    if (upload.keep === 'disk') cleaning.defer(await reserve(request));
    const fields: Record<string, string> = {};
    const files: (FileInMemory | FileOnDisk)[] = [];
    const { field, maxBytes, maxFiles } = upload;
    const limits = { ...LIMITS, fileSize: maxBytes, files: maxFiles ?? 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') addField(fields, part.fieldname, part.value);
      else if (part.fieldname === field) files.push(await keep(part, upload, cleaning));
      else throw problem(part.fieldname, `Send the file in the field '${field}'`);
    }
    const read = readQuery(Object.keys(fields), operation.input.shape, fields);
    const given = maxFiles === undefined ? files[0] : files;
    const body = { ...read, ...(files.length > 0 && { [field]: given }) };
    const kept = cleaning.move();
    return { body, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  } catch (error) {
    request.raw.unpipe();
    await swallow(request.raw);
    throw mapped(error, upload);
  }
}

/** The declared bytes of the forms that are being read, which the disk must still take. */
let reservedBytes = 0;

/** Reserves the space for a form. Returns a function that releases it. */
async function reserve({ headers }: FastifyRequest): Promise<() => void> {
  const bytes = Number(headers['content-length'] ?? 0);
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize - reservedBytes < bytes + MIN_FREE_BYTES) {
    throw new NoRoom('The disk of the service has too little space for a file of this size.');
  }
  reservedBytes += bytes;
  return () => void (reservedBytes -= bytes);
}

async function keep(
  part: MultipartFile,
  { keep: place, maxBytes }: UploadRule,
  cleaning: AsyncDisposableStack,
): Promise<FileInMemory | FileOnDisk> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const described = () => ({
    name: part.filename.toWellFormed().replaceAll('\0', '').slice(0, 255),
    content_type: part.mimetype,
    size,
    sha256: hash.digest('hex'),
  });
  const whole = () => {
    if (part.file.truncated) throw tooLarge(maxBytes);
  };
  if (place === 'memory') {
    const chunks: Buffer[] = [];
    for await (const chunk of measured(part.file)) chunks.push(chunk);
    whole();
    return new FileInMemory(described(), new Uint8Array(Buffer.concat(chunks)));
  }
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-upload-'));
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  await pipeline(part.file, measured, createWriteStream(path, { mode: 0o600 }));
  whole();
  return new FileOnDisk(described(), path);
}

function addField(fields: Record<string, string>, name: string, value: unknown): void {
  if (name in fields) throw problem(name, 'The field appears twice');
  fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
}

/** Refuses a body whose declared length is too large before it arrives. */
function refuseTooLong({ headers }: FastifyRequest, { maxBytes, maxFiles = 1 }: UploadRule): void {
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxFiles * (maxBytes + FRAMING_BYTES)) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(`The file is too large: at most ${Math.floor(maxBytes / MIB)} MiB.`);
}

function notAForm({ field }: UploadRule): Error {
  const message = `Send the file as multipart/form-data, in the field '${field}'.`;
  return Object.assign(new Error(message), { statusCode: 415 });
}

function problem(field: string, msg: string): Invalid {
  return new Invalid(msg, [{ loc: ['body', field], msg, type: 'value_error' }]);
}

/** Maps the errors of the form parser to our shape. */
function mapped(error: unknown, { field, maxFiles = 1 }: UploadRule): unknown {
  if (error instanceof ServiceError) return error;
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  if (statusCode === 415) return error;
  if (code === 'FST_FILES_LIMIT') {
    return problem(field, maxFiles === 1 ? 'Send one file' : `Send at most ${maxFiles} files`);
  }
  if (code.endsWith('_LIMIT')) return new Invalid('The form has too many fields.');
  // Any other file system error is a defect and is logged.
  if (/^E[A-Z]+$/.test(code) && code !== 'ECONNRESET') return error;
  return new Invalid('The body is not a complete multipart/form-data message.', [
    { loc: ['body'], msg: 'The form cannot be read', type: 'form_invalid' },
  ]);
}
