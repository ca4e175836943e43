import type { Operations } from './operations.ts';

/** A field that users set and that the service only stores. */
export interface OwnField {
  label: { en: string; de: string };
  /** The description for programs. */
  doc: string;
  kind: 'text' | 'number' | 'boolean' | 'list' | 'choice';
  isNullable: boolean;
  /** The values of a choice. */
  choices?: readonly (string | number)[];
}

/** The fields of operations, by their names. */
export type OwnFields = Partial<Record<keyof Operations, Readonly<Record<string, OwnField>>>>;
