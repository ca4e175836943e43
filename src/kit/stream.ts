import type { z } from 'zod';
import type { NotReady } from '../core/errors.ts';
import { behindWall } from './context.ts';
import type { Context } from './context.ts';
import { admit, refusalAt } from './operation.ts';
import type { Operation, OperationDefinition } from './operation.ts';

/** The type of an event whose value is only a cursor. */
export const POSITION = 'position';

/** An event that is sent before the answer is complete. */
export interface StreamEvent {
  /** The name of the event that clients see. */
  type: string;
  /** A string, or any value that can be serialized as JSON. */
  value: unknown;
}

interface StreamDefinition<
  Input extends z.ZodObject,
  Event extends z.ZodType<StreamEvent, StreamEvent>,
  Output extends z.ZodType,
> extends Omit<OperationDefinition<Input, Output>, 'run' | 'whileClosed' | 'waits'> {
  events: Event;
  /**
   * Yields events and returns the output. The generator ends early when `context.signal` is
   * aborted.
   */
  run(context: Context, input: z.output<Input>): AsyncGenerator<z.input<Event>, z.input<Output>>;
  /** Runs instead of `run` while the gate is closed, as in `defineOperation`. */
  whileClosed?(
    context: Context,
    input: z.output<Input>,
    refusal: NotReady,
  ): AsyncGenerator<z.input<Event>, z.input<Output>>;
}

/**
 * An operation that reports events while it works. A caller without a listener gets only the
 * output, as from any other operation.
 */
export interface StreamOperation<
  Input extends z.ZodObject = z.ZodObject,
  Event extends z.ZodType<StreamEvent> = z.ZodType<StreamEvent>,
  Output extends z.ZodType = z.ZodType,
> extends Operation<Input, Output> {
  events: Event;
  stream(context: Context, input: unknown): AsyncGenerator<z.output<Event>, z.output<Output>>;
}

/** Defines a streaming operation with the same checks as `defineOperation`. */
export function defineStream<
  Input extends z.ZodObject,
  Event extends z.ZodType<StreamEvent, StreamEvent>,
  Output extends z.ZodType,
>({
  run,
  whileClosed,
  ...definition
}: StreamDefinition<Input, Event, Output>): StreamOperation<Input, Event, Output> {
  async function* stream(
    asked: Context,
    input: unknown,
  ): AsyncGenerator<z.output<Event>, z.output<Output>> {
    const context = behindWall(asked);
    const admitted = admit(context, definition, input);
    const refusal = await refusalAt(context, definition);
    if (refusal && !whileClosed) throw refusal;
    const events = refusal ? whileClosed!(context, admitted, refusal) : run(context, admitted);
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done) return definition.output.parse(value);
        yield definition.events.parse(value);
      }
    } finally {
      // Ends the work of the operation; does nothing when the work has already ended.
      await events.return(undefined as never);
    }
  }
  const collect = (context: Context, input: unknown) => lastOf(stream(context, input));
  return Object.defineProperties(
    collect,
    Object.getOwnPropertyDescriptors({ ...definition, waits: true, stream }),
  ) as unknown as StreamOperation<Input, Event, Output>;
}

/** Runs a generator to its end and returns its result. */
async function lastOf<Result>(events: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) return value as Result;
  }
}
