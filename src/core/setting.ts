import type { z } from 'zod';

/** One configuration entry: an environment variable, what it means, how it is checked. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  env: string;
  /** One sentence for the table in docs/configuration.md. */
  doc: string;
  /** Parses the text of the variable; its default (if any) is in the schema. */
  schema: Schema;
  /** Shown in the table when a value is absent, in words. */
  fallback?: string;
  /** Never printed, never logged. */
  secret?: boolean;
}

/** A room's slice of the configuration: data, joined with the others in config.ts. */
export type SettingSlice = Readonly<Record<string, Setting>>;

/** The parsed values of a slice. */
export type Settings<Slice extends SettingSlice> = {
  readonly [Name in keyof Slice]: z.infer<Slice[Name]['schema']>;
};

export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}
