/** Returns whether the error says that a row exists already. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Returns whether the error says that a row refers to one that does not exist. */
export function isDangling(error: unknown): boolean {
  return codeOf(error) === '23503';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
