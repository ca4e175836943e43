import { z } from 'zod';
import { setting } from '../../../core/setting.ts';

export const chatSettings = {
  filesMib: setting({
    env: 'SVC_CHAT_FILES_MIB',
    doc:
      'How much the files that each user gave the chat may take up, in MiB: only the text of ' +
      'them is kept, until their messages are deleted.',
    schema: z.coerce.number().positive().default(50),
  }),
};
