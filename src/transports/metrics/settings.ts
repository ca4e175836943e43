import { z } from 'zod';
import { setting } from '../../core/setting.ts';

export const metricsSettings = {
  token: setting({
    env: 'SVC_METRICS_TOKEN',
    doc:
      'Turns on `/metrics` for Prometheus, for callers who send this token as ' +
      '`Authorization: Bearer …`; at least 16 characters.',
    schema: z.string().min(16, 'at least 16 characters').optional(),
    fallback: 'none: there is no `/metrics`',
    secret: true,
  }),
};
