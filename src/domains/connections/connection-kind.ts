/** The contract of the kinds of outside services. */
import type { z } from 'zod';
import type { Context } from '../../kit/context.ts';
import type { ServiceAnswer, ServiceRequest } from './service-request.ts';

export interface ConnectionKind {
  /** The name in the API, such as `limitless`. */
  kind: string;
  /** The name of the service, as people know it. */
  title: string;
  /** The address of the service; null when the user gives it. */
  address: string | null;
  /** The fields that a user fills in, in their order. `user_name` is a part of the settings. */
  fields: readonly ('address' | 'user_name' | 'secret')[];
  settings: z.ZodType<Record<string, unknown>>;
  /** True when the service can also send by itself, to the secret address of the connection. */
  hasHook?: boolean;
  /** The time between two runs. */
  everyMs: number;
  /** Makes one cheap request, and throws `KeyRefused` or `Hindered` when it fails. */
  check(context: Context, connection: OpenConnection): Promise<void>;
  /**
   * Does a bounded piece of the work, such as one page. It may run again with the same cursor, when
   * the process dies before the result is stored, so it must not add anything twice.
   */
  run(context: Context, connection: OpenConnection): Promise<PullStep>;
}

/** A connection whose secret is open, and whose requests are bounded and guarded. */
export interface OpenConnection {
  user_id: string;
  id: string;
  address: string;
  secret: string;
  settings: Record<string, unknown>;
  /** `{}` before the first run. */
  cursor: Record<string, unknown>;
  /** Aborts when the service stops. */
  signal: AbortSignal;
  /** Throws `KeyRefused` or `Hindered` unless the service answers with success. */
  ask(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** A record of the other service that was handled. */
export interface NotedRecord {
  external_id: string;
  /** The reason why it was left out; null when it came. */
  problem: string | null;
}

export interface PullStep {
  cursor: Record<string, unknown>;
  /** The number of records that came; without it, they are counted by `records`. */
  came?: number;
  /** The records to remember; each counts once, however often it comes. */
  records?: readonly NotedRecord[];
  /** True when another step should follow at once. */
  isMore: boolean;
  /** The step is stored, but the run has failed, for this reason. */
  problem?: string;
}
