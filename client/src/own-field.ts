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

/** True when the value of the field is a number, typed or chosen. */
export const holdsNumber = ({ kind, choices }: OwnField): boolean =>
  kind === 'number' || typeof choices?.[0] === 'number';

/** The fields of operations, by their names. */
export type OwnFields = Partial<Record<keyof Operations, Readonly<Record<string, OwnField>>>>;
