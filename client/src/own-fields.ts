// Made from the labelled fields of the operations by `npm run generate`; do not edit.
import type { OwnFields } from './own-field.ts';

export const OWN_FIELDS: OwnFields = {
  createMemory: {
    tags: {
      label: { en: 'Tags', de: 'Schlagwörter' },
      isNullable: true,
      doc: 'Free labels.',
      kind: 'list',
    },
  },
  updateMemory: {
    tags: {
      label: { en: 'Tags', de: 'Schlagwörter' },
      isNullable: false,
      doc: 'Free labels.',
      kind: 'list',
    },
  },
};
