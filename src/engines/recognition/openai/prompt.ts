/** Whisper reads the last 224 tokens of a prompt, and a token of a name has about three letters. */
const MAX_PROMPT_CHARACTERS = 600;

/** The most important names are last, because servers cut the beginning of a long prompt. */
export function promptOf(vocabulary: readonly string[] = []): string {
  let names = '';
  for (const name of vocabulary) {
    const longer = names === '' ? `${name}.` : `${name}, ${names}`;
    if (longer.length > MAX_PROMPT_CHARACTERS) break;
    names = longer;
  }
  return names;
}
