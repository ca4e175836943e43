/** The words of the demo. `assets/demo.ogg` holds the same words (`scripts/demo/make-sound.ts`). */
export interface Line {
  text: string;
  /** The owner of the account, or a friend. */
  voice: 'owner' | 'friend';
}

export const STORY: readonly Line[] = [
  { voice: 'owner', text: 'I live in Boston with my wife and two children.' },
  { voice: 'owner', text: 'I work as a teacher at the public library.' },
  { voice: 'friend', text: 'How nice. Does your sister still come to visit?' },
  { voice: 'owner', text: 'My sister is coming to visit, so I need to clean the house on Friday.' },
  { voice: 'friend', text: 'And how is your knee?' },
  { voice: 'owner', text: 'We have a meeting with the doctor tomorrow at three in the afternoon.' },
  { voice: 'owner', text: 'I promised to send the report to my boss on Monday.' },
];
