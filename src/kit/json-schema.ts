/** Removes parts of zod's JSON schema that no reader needs. */
export function dropNoise(json: Record<string, unknown>): void {
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if ('format' in json) delete json['pattern'];
}
