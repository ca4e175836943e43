import { tool } from '../../kit/tool.ts';
import { assistantNameSpeaker } from './assistants.ts';

export const correctionTools = [
  tool(assistantNameSpeaker, {
    name: 'name_speaker',
    title: 'Name a speaker',
    description:
      'Gives a speaker of a conversation a name. Use it when the user says who "Speaker 1" is.',
    destructive: true,
  }),
];
