import { z } from 'zod';
import { InsufficientScope, Invalid } from '../core/errors.ts';
import type { NotReady, Problem } from '../core/errors.ts';
import { behindWall } from './context.ts';
import type { Context } from './context.ts';
import { problemsOf, unusableText } from './problems.ts';
import { onCommit } from '../storage/transaction.ts';
import { dotted } from '../core/scopes.ts';
import type { Scope } from '../core/scopes.ts';

type Effect = 'read' | 'write' | 'destroy';

/** Tells which records an operation changes. */
export type RecordedChanges<Answer> = {
  kind: 'memory' | 'action_item' | 'goal' | 'conversation' | 'speakers' | 'understanding';
} & (
  | {
      /** The argument with the id of the record. */
      argument: string;
    }
  | {
      /** Returns the ids of the records that the operation created. */
      made(answer: Answer): string[];
    }
);

export interface OperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  /** In camelCase; becomes the `operationId` of the OpenAPI document. */
  name: string;
  /** The summary, in one line. */
  summary: string;
  /** Further facts for a new reader. */
  description?: string;
  /** The scope that a key needs; null when the operation needs none. */
  scope: Scope | null;
  effect: Effect;
  /**
   * True for operations that store almost nothing, and so also work while the disk is nearly full.
   */
  needsRoom?: false;
  /**
   * True for operations that also wait for something other than the database. Such operations must
   * not run inside a transaction.
   */
  waits?: true;
  /** True for operations that refuse a cursor that is too old. */
  cursorExpires?: true;
  /** The records that the operation changes, for the log of what assistants did. */
  changes?: RecordedChanges<z.output<Output>>;
  /** The gate that must be open before the operation changes or returns data. */
  gate?: string;
  input: Input;
  output: Output;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
  /**
   * Runs instead of `run` while the gate is closed, and returns no data that the gate protects. If
   * undefined, the operation throws the error of the gate.
   */
  whileClosed?(
    context: Context,
    input: z.output<Input>,
    refusal: NotReady,
  ): Promise<z.input<Output>>;
}

/**
 * A capability of the service, as a function that checks the caller, parses the input and runs the
 * work. `run` is reachable only through this function, so every transport applies the checks of
 * scope and gate, parses the input and strips the output.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Omit<OperationDefinition<Input, Output>, 'run' | 'whileClosed'> {
  (context: Context, input: unknown): Promise<z.output<Output>>;
}

export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>({
  run,
  whileClosed,
  ...definition
}: OperationDefinition<Input, Output>): Operation<Input, Output> {
  const operation = async (asked: Context, input: unknown): Promise<z.output<Output>> => {
    const context = behindWall(asked);
    const admitted = admit(context, definition, input);
    const answer = await throughGate(context, definition, {
      run: () => run(context, admitted),
      ...(whileClosed && {
        whileClosed: (refusal) => whileClosed(context, admitted, refusal),
      }),
    });
    const { actor, db } = context;
    if (definition.effect !== 'read' && 'user_id' in actor) {
      onCommit(db, () => context.changed(actor.user_id));
    }
    return definition.output.parse(answer);
  };
  // A function's `name` is read-only, so it is set with `defineProperty`.
  return Object.defineProperties(
    operation,
    Object.getOwnPropertyDescriptors(definition),
  ) as unknown as Operation<Input, Output>;
}

/** Checks that the caller has the scope, and returns the parsed input. */
export function admit<Input extends z.ZodObject>(
  context: Context,
  {
    scope,
    input,
    effect,
    needsRoom,
  }: Pick<OperationDefinition<Input, z.ZodType>, 'scope' | 'input' | 'effect' | 'needsRoom'>,
  given: unknown,
): z.output<Input> {
  requireScope(context, scope);
  const parsed = input.safeParse(given, { reportInput: true });
  const problems = parsed.success ? unusableText(parsed.data) : problemsOf(parsed.error);
  if (!parsed.success || problems.length > 0) throw refusal(problems);
  // Deletions are allowed on a full disk, because they free space.
  if (effect === 'write' && needsRoom !== false) context.requireRoom();
  return parsed.data;
}

async function throughGate<Answer>(
  context: Context,
  { gate, effect }: Pick<Operation, 'gate' | 'effect'>,
  {
    run,
    whileClosed,
  }: { run(): Promise<Answer>; whileClosed?(refusal: NotReady): Promise<Answer> },
): Promise<Answer> {
  if (gate === undefined) return run();
  if (effect !== 'read' || whileClosed) {
    const refusal = await refusalAt(context, { gate });
    if (!refusal) return run();
    if (whileClosed) return whileClosed(refusal);
    throw refusal;
  }
  // A read runs in parallel with the check of the gate, which saves one round trip.
  const [refusal, [read]] = await Promise.all([
    refusalAt(context, { gate }),
    Promise.allSettled([run()]),
  ]);
  if (refusal) throw refusal;
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}

/** Returns the error of a closed gate for this caller; null while the gate is open. */
export async function refusalAt(
  context: Context,
  { gate }: Pick<Operation, 'gate'>,
): Promise<NotReady | null> {
  if (gate === undefined) return null;
  const ask = context.gates[gate];
  if (!ask) throw new Error(`There is no gate named ${gate}.`);
  return ask(context);
}

/**
 * Throws while the gate of the operation is closed. Not even a stored answer may be sent while the
 * gate is closed.
 */
export async function requireOpen(context: Context, operation: Operation): Promise<void> {
  const refusal = await refusalAt(context, operation);
  if (refusal) throw refusal;
}

interface Variant<
  Input extends z.ZodType,
  Output extends z.ZodType,
  OtherInput extends z.ZodObject,
  OtherOutput extends z.ZodType,
> extends Partial<Pick<Operation, 'name' | 'summary' | 'description'>> {
  changes?: RecordedChanges<z.output<OtherOutput>>;
  input?: OtherInput;
  /** Converts the input of the variant to the input of this operation. */
  given?: (input: z.output<OtherInput>) => z.input<Input>;
  output?: OtherOutput;
  /** Converts the answer of this operation to the answer of the variant. */
  answer?: (answer: z.output<Output>) => z.input<OtherOutput>;
}

/** Returns the same operation with a different shape of its input or answer. */
export function variantOf<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  OtherInput extends z.ZodObject = Input,
  OtherOutput extends z.ZodType = Output,
>(
  operation: Operation<Input, Output>,
  { input, given, output, answer, ...words }: Variant<Input, Output, OtherInput, OtherOutput>,
): Operation<OtherInput, OtherOutput> {
  const { name, summary, description, scope, effect, waits, needsRoom, gate, changes } = operation;
  const variant = defineOperation({
    name,
    summary,
    ...(description && { description }),
    // The answer of the variant may lack the ids of new records.
    ...(changes && 'argument' in changes && { changes }),
    ...words,
    scope,
    effect,
    ...(waits && { waits }),
    ...(needsRoom === false && { needsRoom }),
    input: input ?? (operation.input as unknown as OtherInput),
    output: output ?? (operation.output as unknown as OtherOutput),
    run: async (context, asked) => {
      const answered = await operation(context, given ? given(asked) : asked);
      return answer ? answer(answered) : (answered as z.input<OtherOutput>);
    },
  });
  // The underlying operation already checks the gate, so the variant does not check it again.
  return gate === undefined ? variant : Object.assign(variant, { gate });
}

/** A single blank field is reported as one sentence, as clients of the reference expect. */
function refusal(problems: Problem[]): Invalid {
  const [only] = problems;
  const isBlank = problems.length === 1 && only!.type === 'blank' && only!.loc.length === 1;
  return isBlank ? new Invalid(only!.msg) : new Invalid('The input is not valid.', problems);
}

/** Returns whether the caller holds the scope. */
export function may({ actor }: Context, scope: Scope): boolean {
  return !('scopes' in actor) || actor.scopes.includes(scope);
}

export function requireScope(context: Context, scope: Scope | null): void {
  if (scope === null || may(context, scope)) return;
  throw new InsufficientScope(context.actor.kind === 'developer_key' ? scope : dotted(scope));
}

/** The input of an operation without parameters. */
export const NoInput = z.object({});
