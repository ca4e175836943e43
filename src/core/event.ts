import type { z } from 'zod';

/** Something that became true, told to others after the commit. */
export interface EventKind<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
}

export function defineEvent<Payload extends z.ZodType>(
  kind: EventKind<Payload>,
): EventKind<Payload> {
  return kind;
}
