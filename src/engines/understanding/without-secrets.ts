import { MASK } from '../secrets/find.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { Maker, MakerResult, Transcript, Understanding } from './maker.ts';

/** A transcript without its secrets, and what is needed to keep them out of what is made of it. */
export async function withheld(
  transcript: Transcript,
): Promise<{ transcript: Transcript; secrets: Secrets }> {
  const secrets = new Secrets();
  const texts = await secrets.learnAll(transcript.segments.map(({ text }) => text));
  const segments = transcript.segments.map((segment, at) => ({ ...segment, text: texts[at]! }));
  const known_memories = transcript.known_memories.map((known) => secrets.mask(known));
  const mergeable_memories = transcript.mergeable_memories?.map((memory) => ({
    ...memory,
    content: secrets.mask(memory.content),
  }));
  return {
    transcript: { ...transcript, segments, known_memories, ...(mergeable_memories && { mergeable_memories }) },
    secrets,
  };
} // prettier-ignore

/**
 * A maker that is told no secret and makes none: neither the rules nor a language model read what is
 * secret in a transcript, and what they write is looked through once more.
 */
export function withoutSecrets(maker: Maker): Maker {
  return {
    name: maker.name,
    async understand(said, options): Promise<MakerResult> {
      const { transcript, secrets } = await withheld(said);
      const result = await maker.understand(transcript, options);
      return { ...result, understanding: masked(result.understanding, secrets) };
    },
  };
}

function masked(made: Understanding, secrets: Secrets): Understanding {
  return {
    ...made,
    title: secrets.mask(made.title),
    overview: secrets.mask(made.overview),
    action_items: made.action_items.map((item) => ({ ...item, description: secrets.mask(item.description) })),
    events: made.events.map((event) => ({
      ...event,
      title: secrets.mask(event.title),
      description: secrets.mask(event.description),
    })),
    // A fact with a secret in it is not remembered at all.
    memories: made.memories.filter(({ content }) => !secrets.mask(content).includes(MASK)),
  };
} // prettier-ignore
