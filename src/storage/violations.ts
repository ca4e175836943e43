/** Is it the database's word for a row that is there already? */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Is it the database's word for a row that refers to one that is not there? */
export function isDangling(error: unknown): boolean {
  return codeOf(error) === '23503';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
