import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import type { Settings } from '../../core/setting.ts';

export const audioSettings = {
  keep: setting({
    env: 'SVC_KEEP_AUDIO',
    doc:
      'Keeps the sound of conversations: `ask` for users who ask for it, `on` for all users ' +
      'who do not refuse, `off` for no user. The service keeps words in any case.',
    schema: z.enum(['off', 'ask', 'on']).default('ask'),
  }),
  days: setting({
    env: 'SVC_KEEP_AUDIO_DAYS',
    doc: 'The number of days after which the service deletes kept sound.',
    schema: z.coerce.number().int().min(1).max(36_500).default(90),
  }),
  gib: setting({
    env: 'SVC_KEEP_AUDIO_GIB',
    doc:
      'The maximum kept sound of each user, in GiB. A day of talk is about 0.25. The service ' +
      'deletes the oldest first.',
    schema: z.coerce.number().positive().default(10),
  }),
};
export type AudioSettings = Settings<typeof audioSettings>;
