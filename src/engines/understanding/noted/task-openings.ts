/** Words before the verb of an English task: requests, promises, duties and wishes. */

export interface Opening {
  /** A regular expression of the words. The task follows them. */
  words: string;
  /** Sentences, each with the task that it gives; empty when it gives none. */
  examples: readonly (readonly [said: string, task: string])[];
  /** True if the verb ends in "-ing". */
  isGerund?: boolean;
}

const ALSO = String.raw`(?: (?:please|just|maybe|also|possibly|always|still|really|definitely|probably|go and))*`;
const DUTY = String.raw`(?:need(?:s)? to|ha(?:ve|s) to|got to|gotta|must|should|ought to)`;
/** "I have to have eaten" and "we need to be there" tell no task by their first verb. */
const NO_TASK = String.raw`(?!be\b|have (?:\w+ed|eaten|been|gone|done|seen|had|left|lost)\b)`;
const SOMEBODY = '(?:somebody|someone|one of you)';

/** The first that matches counts. */
export const OPENINGS: readonly Opening[] = [
  {
    words: String.raw`do (?:me|us) a (?:quick |small )?favou?r(?:,| and)*${ALSO} `,
    examples: [
      ['Do me a favour and post the letter.', 'post the letter'],
      ['Do us a favor, please post the letter.', 'post the letter'],
    ],
  },
  {
    words: String.raw`(?:would|do) you mind${ALSO} (?=\w+ing\b)`,
    isGerund: true,
    examples: [
      ['Would you mind checking the back door?', 'check the back door'],
      ['Do you mind just writing the minutes?', 'write the minutes'],
    ],
  },
  {
    words: String.raw`(?:can|could|may) i${ALSO} ask you to${ALSO} `,
    examples: [['Can I ask you to proofread the letter?', 'proofread the letter']],
  },
  {
    words:
      '(?:do you think|(?:is there )?any chance|i wonder if|i was hoping(?: that)?)' +
      ` (?:you|${SOMEBODY}) (?:could|can|might)${ALSO} `,
    examples: [
      ['Do you think you could feed the cat?', 'feed the cat'],
      ['Any chance someone could water the plants?', 'water the plants'],
    ],
  },
  {
    words: String.raw`(?:would|will|are|is) (?:you|${SOMEBODY}) (?:be )?able to `,
    examples: [['Would you be able to bring the ladder?', 'bring the ladder']],
  },
  {
    words: String.raw`(?:can|could|would|will) (?:you|${SOMEBODY})${ALSO} `,
    examples: [
      ['Could you send the offer?', 'send the offer'],
      ['Could somebody please take the minutes?', 'take the minutes'],
      ['Will one of you lock the door?', 'lock the door'],
    ],
  },
  {
    words: String.raw`you (?:couldn't|can't|wouldn't)${ALSO} (?=.*, (?:could|can|would) you)`,
    examples: [["You couldn't drop Ellie at football, could you?", 'drop Ellie at football']],
  },
  {
    words: String.raw`^if you (?:could|can|would)${ALSO} `,
    examples: [
      ['If you could get the numbers to Ana that would be great.', 'get the numbers to Ana'],
    ],
  },
  {
    words: String.raw`(?:don't|mustn't|do not|must not)(?: let me)? forget to `,
    examples: [
      ["Don't let me forget to water the plants.", 'water the plants'],
      ["I mustn't forget to call Ana.", 'call Ana'],
    ],
  },
  {
    words: String.raw`(?:${DUTY} )?remember to `,
    examples: [['I need to remember to bring the charger.', 'bring the charger']],
  },
  {
    words:
      String.raw`(?:i(?:'ll| will|'m going to| am going to|'m gonna|'d better| had better)|let me(?! know\b))` +
      String.raw`${ALSO} (?!be\b|have to\b|need to\b|see\b(?! (?:if|whether|about|to)\b))`,
    examples: [
      ["I'll also send the offer.", 'send the offer'],
      ["I'd better tell Sam the truth.", 'tell Sam the truth'],
      ["I'll see if Priya can swap her shift.", 'see if Priya can swap her shift'],
      ['Let me check with the accountant.', 'check with the accountant'],
      ['Let me know the price.', ''],
      ["I'll be late for the meeting.", ''],
    ],
  },
  {
    words:
      `(?:(?:i|we|you)(?:'ll|'ve| have| will)?(?: (?:really|still|definitely|just|also|only|first))* ?${DUTY}` +
      `|make sure (?:you|to)|${SOMEBODY} ${DUTY}|i can|i could|need to` +
      `|(?:want|need|like|love|ask) (?:you|${SOMEBODY}) to|i said i'd|i'd have to` +
      `|${SOMEBODY}(?:'s| is) to) ${NO_TASK}`,
    examples: [
      ['I really must book the dentist.', 'book the dentist'],
      ['We should order more mesh.', 'order more mesh'],
      ["I've still got to pay the plumber.", 'pay the plumber'],
      ["I'd like you to sign the contract.", 'sign the contract'],
      ['Somebody has to sweep the floor.', 'sweep the floor'],
      ["I said I'd drop the key off.", 'drop the key off'],
      ['I must have eaten nine.', ''],
    ],
  },
  {
    words: String.raw`i(?:'m| am) (?:supposed|meant) to ${NO_TASK}`,
    examples: [["I'm supposed to ring the school.", 'ring the school']],
  },
  {
    words:
      "i(?:'d like| want|'m hoping| hope| plan|'m planning| promised| meant|'ve been meaning)" +
      String.raw`(?: \w+)? to (?:try (?:and|to) )?${NO_TASK}`,
    examples: [
      ['I want to try and finish the report.', 'finish the report'],
      ['I promised Ana to fix the gate.', 'fix the gate'],
    ],
  },
  {
    // Recognisers write "I'll" without its mark.
    words: String.raw`(?<=^|and |so |but |then )ill (?!be\b)`,
    examples: [['ill order more mesh', 'order more mesh']],
  },
];
