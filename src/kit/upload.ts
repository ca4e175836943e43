import { z } from 'zod';

/**
 * Defines how a route receives a file: as a part of `multipart/form-data`, next to text fields of
 * the input.
 */
export interface UploadRule {
  /** The name of the form part and of the input field for the file. */
  field: string;
  /** The maximum size of each file. */
  maxBytes: number;
  /**
   * The maximum number of files in parts with that name. If set, the input field is a list;
   * otherwise, the route takes one file.
   */
  maxFiles?: number;
  /**
   * `disk` writes the upload to a temporary file, which is deleted after the request is answered.
   */
  keep: 'memory' | 'disk';
}

interface Described {
  /** The file name from the sender, never used as a path. */
  name: string;
  content_type: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

abstract class UploadedFile {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly sha256: string;

  constructor({ name, content_type, size, sha256 }: Described) {
    this.name = name;
    this.content_type = content_type;
    this.size = size;
    this.sha256 = sha256;
  }

  /**
   * The properties that identify a file when two requests are compared; the content is not
   * included.
   */
  toJSON(): Pick<Described, 'name' | 'sha256'> {
    return { name: this.name, sha256: this.sha256 };
  }
}

export class FileInMemory extends UploadedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(described: Described, bytes: Uint8Array<ArrayBuffer>) {
    super(described);
    this.bytes = bytes;
  }
}

/** To keep the file, the operation must move it before it ends. */
export class FileOnDisk extends UploadedFile {
  readonly path: string;
  constructor(described: Described, path: string) {
    super(described);
    this.path = path;
  }
}

/** The schema of a file in an operation's input: `file: uploaded(FileInMemory)`. */
export function uploaded<File extends UploadedFile>(
  kind: abstract new (...given: never[]) => File,
) {
  return z
    .custom<File>((value) => value instanceof kind, {
      message: 'A file is required',
      params: { type: 'missing' },
    })
    .describe('The file.')
    .meta({ type: 'string', format: 'binary' });
}

/** The schema of an input field with one or more files. */
export function severalUploaded<File extends UploadedFile>(
  kind: abstract new (...given: never[]) => File,
  most: number,
) {
  return z
    .array(uploaded(kind), 'A file is required')
    .min(1, 'A file is required')
    .max(most)
    .describe(`The files, at most ${most}.`);
}
