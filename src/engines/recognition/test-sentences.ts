/** Sentences for synthetic voices, used to measure or try a recogniser. */
export const TEST_SENTENCES = [
  'I need to buy milk, bread and eggs on the way home.',
  'The meeting with the new client is on Friday afternoon.',
  'The doctor said that I should drink more water every day.',
  'We are going to the beach with the children on Sunday.',
  'Please call my mother tomorrow morning at nine.',
  'Remember that my sister is coming to visit us next week.',
  'Can you send me the report before the end of the month?',
  'The old man was sitting in the garden and reading a book.',
  'They want to open a second office in the city next year.',
];
