import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import type { Settings } from '../../core/setting.ts';

export const quotaSettings = {
  soundGib: setting({
    env: 'SVC_QUOTA_SOUND_GIB',
    doc:
      'The kept sound that each user may have, in GiB. At the quota, new sound is transcribed but ' +
      'not kept. `commonplace account quota` sets another value for one user.',
    schema: z.coerce.number().positive().optional(),
    fallback: 'no quota',
  }),
  hours: setting({
    env: 'SVC_QUOTA_HOURS',
    doc:
      'The hours of listening and uploaded recordings that each user may have in a calendar month ' +
      '(UTC). At the quota, live sessions end and uploads are refused until the next month.',
    schema: z.coerce.number().positive().optional(),
    fallback: 'no quota',
  }),
};
export type QuotaSettings = Settings<typeof quotaSettings>;
