/** Answers that are files. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PartlyRead } from '../../../kit/route.ts';
import { bytesTag, names, tagOf } from '../request/entity-tag.ts';
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
  content: Uint8Array | PartlyRead;
}

interface ReadBytes {
  content_type: string;
  tag: string;
  /** The first byte, the last one and the number of all; null for the whole file. */
  range: [from: number, to: number, size: number] | null;
  /** Null when the client has the content. */
  part: Uint8Array | null;
}

/** Reads the part that the request asks for. */
export async function readBytes(
  { headers }: FastifyRequest,
  { content_type, content }: Bytes,
): Promise<ReadBytes> {
  const isRead = content instanceof Uint8Array;
  const tag = isRead ? bytesTag(content) : tagOf(content.sha256);
  const size = isRead ? content.length : content.size;
  if (names(headers['if-none-match'], tag)) return { content_type, tag, range: null, part: null };
  const asked = rangeOf(headers, { size, tag });
  const [from, to] = asked ?? [0, size - 1];
  const part = isRead ? content.subarray(from, to + 1) : await content.read({ from, to });
  return { content_type, tag, range: asked && [from, to, size], part };
}

export function sendBytes(
  reply: FastifyReply,
  { content_type, tag, range, part }: ReadBytes,
): FastifyReply {
  reply.header('ETag', tag);
  if (!part) return reply.code(304).send();
  reply.type(content_type).header('Accept-Ranges', 'bytes');
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (!range) return reply.send(bytes);
  const [from, to, size] = range;
  reply.header('Content-Range', `bytes ${from}-${to}/${size}`);
  return reply.code(206).send(bytes);
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
