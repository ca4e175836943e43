/** Returns whether the error means that a row already exists. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Returns whether the error means that a row refers to a row that does not exist. */
export function isDangling(error: unknown): boolean {
  return codeOf(error) === '23503';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
