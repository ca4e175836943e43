import type { z } from 'zod';

/** A domain event, delivered to other parts of the service after the commit. */
export interface EventKind<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
}

export function defineEvent<Payload extends z.ZodType>(
  kind: EventKind<Payload>,
): EventKind<Payload> {
  return kind;
}
