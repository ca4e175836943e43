import type { SuggestedTranscript } from '../../devices/message.ts';

/** The words of the sample. `assets/demo.ogg` has the same words (`scripts/demo/make-sound.ts`). */
export interface StoryLine {
  text: string;
  /** The owner of the account, or a friend. */
  voice: 'owner' | 'friend';
}

/** Each line is long enough for a voiceprint, so that the service tells the two voices apart. */
export const STORY: readonly StoryLine[] = [
  { voice: 'owner', text: 'I live in Boston, not far from the river.' },
  { voice: 'owner', text: 'I work as a teacher at the public library.' },
  {
    voice: 'friend',
    text: 'What a lovely place to work. Does your sister still come to visit you?',
  },
  { voice: 'owner', text: 'She does. I must clean the house on Friday before she comes.' },
  { voice: 'friend', text: 'I am happy to hear that. And how is your knee after the long walk?' },
  { voice: 'owner', text: 'We have a meeting with the doctor tomorrow at three in the afternoon.' },
  { voice: 'owner', text: 'And I will send the report to my boss on Monday.' },
];

const SECONDS_PER_WORD = 0.4;
const PAUSE_SECONDS = 1.2;

/** Returns the story as messages of a client that transcribes by itself, one line each. */
export function sampleMessages(): SuggestedTranscript[] {
  let start = 0;
  return STORY.map(({ text, voice }) => {
    const is_user = voice === 'owner';
    const end = start + text.split(' ').length * SECONDS_PER_WORD;
    const segment = { text, is_user, speaker_id: is_user ? 0 : 1, start, end };
    start = end + PAUSE_SECONDS;
    return { type: 'suggested_transcript', segments: [segment] };
  });
}
