import { z } from 'zod';
import { setting } from '../../../core/setting.ts';

export const chatSettings = {
  filesMib: setting({
    env: 'SVC_CHAT_FILES_MIB',
    doc:
      'The maximum size of the files that each user gave the chat, in MiB. The service keeps ' +
      'only the text of the files, until their messages are deleted.',
    schema: z.coerce.number().positive().default(50),
  }),
};
