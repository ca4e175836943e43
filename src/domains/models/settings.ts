import { resolve } from 'node:path';
import { z } from 'zod';
import { setting } from '../../core/setting.ts';

export const modelSettings = {
  downloads: setting({
    env: 'SVC_MODELS',
    doc:
      'Allows downloads of models when the owner asks for one; `off` never downloads. The ' +
      'service never downloads a model without a request.',
    schema: z.enum(['on', 'off']).default('on'),
  }),
  folder: setting({
    env: 'SVC_MODELS_DIR',
    doc: 'The folder of the models: 80 MB to 1.5 GB.',
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
    fallback: '`models` in the data folder',
  }),
  mirror: setting({
    env: 'SVC_MODELS_MIRROR',
    doc:
      'An address that replaces the releases of sherpa-onnx as the source of models. The ' +
      'models must be at `asr-models/…` below this address. The service honours `HTTPS_PROXY` ' +
      'and `NO_PROXY`.',
    schema: z
      .url({ protocol: /^https?$/, error: 'an address such as https://host/models' })
      .optional(),
    fallback: 'GitHub',
  }),
};
