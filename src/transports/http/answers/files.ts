/** Answers that are files. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesTag, names } from '../request/entity-tag.ts';
import { rangeOf } from '../request/range.ts';
import { onLeave } from '../streams/answer-stream.ts';

interface Answering {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The output of an operation; its route downloads it as text. */
export interface File {
  file_name: string;
  content_type: string;
  content: string;
}

export function fileOf(reply: FastifyReply, { file_name, content_type, content }: File): string {
  reply.type(content_type);
  reply.header('Content-Disposition', `attachment; filename="${file_name}"`);
  return content;
}

/** The output of an operation; its route downloads it as a file that is not text. */
export interface Bytes {
  content_type: string;
  content: Uint8Array;
}

export function sendBytes(
  { request, reply }: Answering,
  { content_type, content }: Bytes,
): FastifyReply {
  const tag = bytesTag(content);
  reply.header('ETag', tag);
  if (names(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type(content_type).header('Accept-Ranges', 'bytes');
  const whole = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const range = rangeOf(request.headers, { size: whole.length, tag });
  if (!range) return reply.send(whole);
  const [first, last] = range;
  reply.header('Content-Range', `bytes ${first}-${last}/${whole.length}`);
  return reply.code(206).send(whole.subarray(first, last + 1));
}

/** The output of an operation; its route sends the file while it is made. */
export interface Download {
  file_name: string;
  content_type: string;
  content: Readable;
}

/**
 * An error after the beginning cuts the connection, so that no client takes the file for whole.
 * `whenRefused` calls its argument with the reason when the credential has ended.
 */
export function sendDownload(
  { request, reply }: Answering,
  { file_name, content_type, content }: Download,
  whenRefused: (end: (reason: Error) => void) => void,
): FastifyReply {
  whenRefused((reason) => content.destroy(reason));
  content.once('error', (err) => request.log.warn({ err }, 'a download ended early'));
  onLeave(reply, () => content.destroy());
  reply.header('Content-Disposition', `attachment; filename="${file_name}"`);
  return reply.type(content_type).send(content);
}
