import { z } from 'zod';
import { setting } from '../../core/setting.ts';

export const listeningSettings = {
  recogniser: setting({
    env: 'SVC_RECOGNISER',
    doc: 'What turns speech into words: `auto` takes the best that is there, `builtin` the offline recogniser, `none` keeps no words but those that clients send.',
    schema: z.enum(['auto', 'builtin', 'none']).default('auto'),
  }),
};
