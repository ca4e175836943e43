import { resolve } from 'node:path';
import { z } from 'zod';
import { setting } from '../../core/setting.ts';

export const modelSettings = {
  downloads: setting({
    env: 'SVC_MODELS',
    doc: 'Whether models may be fetched when the owner asks for one; `off` never downloads. Nothing is ever fetched by itself.',
    schema: z.enum(['on', 'off']).default('on'),
  }),
  folder: setting({
    env: 'SVC_MODELS_DIR',
    doc: 'Where models are kept: 80 MB to 1.5 GB.',
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
      'Where models are fetched instead of the releases of sherpa-onnx: an address below which ' +
      '`asr-models/…` lies. `HTTPS_PROXY` and `NO_PROXY` are honoured.',
    schema: z
      .url({ protocol: /^https?$/, error: 'an address such as https://host/models' })
      .optional(),
    fallback: 'GitHub',
  }),
};
