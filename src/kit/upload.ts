import { z } from 'zod';

/**
 * Says how a route takes a file: as a part of `multipart/form-data`, beside text fields of the
 * input.
 */
export interface UploadRule {
  /** The part, and the field of the input, that holds the file. */
  field: string;
  /** For each file. */
  maxBytes: number;
  /**
   * The number of files that may come in parts of that name; the field is a list then. Absent: one
   * file.
   */
  maxFiles?: number;
  /** `disk`: written to a temporary file as it comes, which goes when the request is answered. */
  keep: 'memory' | 'disk';
}

interface Described {
  /** As the sender calls it: never a path of ours. */
  name: string;
  content_type: string;
  size: number;
  /** Hexadecimal. */
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

  /** The fields that make two requests the same request, without the content of the file. */
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

/** To keep the file, move it away before the operation ends. */
export class FileOnDisk extends UploadedFile {
  readonly path: string;
  constructor(described: Described, path: string) {
    super(described);
    this.path = path;
  }
}

/** The file in the input of an operation: `file: uploaded(FileInMemory)`. */
export function uploaded<File extends UploadedFile>(
  kind: abstract new (...given: never[]) => File,
) {
  return z
    .custom<File>((value) => value instanceof kind, {
      message: 'A file is required',
      params: { type: 'missing' },
    })
    .meta({ type: 'string', format: 'binary' });
}

/** The files in the input of an operation that takes several: at least one. */
export function severalUploaded<File extends UploadedFile>(
  kind: abstract new (...given: never[]) => File,
  most: number,
) {
  return z.array(uploaded(kind), 'A file is required').min(1, 'A file is required').max(most);
}
