/** How to understand a transcript, for models and for assistants. */
export const NOTE_RULES = `- Write in the language of the transcript. Invent nothing; leave a list empty rather than guess.
- action_items: what the user has to do or promised, and what others promised the user, beginning with \
their name ("Ana: send the report"). events: only meetings that were agreed.
- memories: only timeless facts about the user, only from the user's own words, never plans or \
tasks. "system" helps an assistant (preferences, work, relationships, logistics); "interesting" is \
worth telling others.
- quote: words copied from the transcript that prove the item.
- [unclear] stands for words that were not understood. Make nothing that needs such a word.
- Give times in the words that were used ("next Friday at three"); do not work out dates.`;
