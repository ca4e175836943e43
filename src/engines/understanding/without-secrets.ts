import { MASK } from '../secrets/secret-finder.ts';
import { movedRanges, Secrets } from '../secrets/secrets.ts';
import type { Maker, MakerResult, Transcript, TranscriptSegment, Understanding } from './maker.ts';

/**
 * Returns a transcript with masked secrets. Also returns the secrets, so that the results can be
 * masked too.
 */
export async function withheld(
  transcript: Transcript,
): Promise<{ transcript: Transcript; secrets: Secrets }> {
  const secrets = new Secrets();
  const texts = await secrets.learnAll(transcript.segments.map(({ text }) => text));
  const segments = transcript.segments.map((segment, at) => withText(segment, texts[at]!));
  const known_memories = transcript.known_memories.map((known) => secrets.mask(known));
  const mergeable_memories = transcript.mergeable_memories?.map((memory) => ({
    ...memory,
    content: secrets.mask(memory.content),
  }));
  const standing_memories = transcript.standing_memories?.map((memory) => ({
    ...memory,
    content: secrets.mask(memory.content),
  }));
  return {
    transcript: {
      ...transcript,
      segments,
      known_memories,
      ...(mergeable_memories && { mergeable_memories }),
      ...(standing_memories && { standing_memories }),
    },
    secrets,
  };
}

function withText(segment: TranscriptSegment, masked: string): TranscriptSegment {
  const { text, doubtful = [] } = segment;
  if (doubtful.length === 0 || masked === text) return { ...segment, text: masked };
  return { ...segment, text: masked, doubtful: movedRanges(doubtful, text, masked) };
}

/**
 * Wraps a maker so that it neither reads nor writes secrets. Masks the transcript before the maker
 * reads it, and masks the results afterwards.
 */
export function withoutSecrets(maker: Maker): Maker {
  return {
    name: maker.name,
    async understand(said, options): Promise<MakerResult> {
      const { transcript, secrets } = await withheld(said);
      const { meanwhile } = options;
      const result = await maker.understand(transcript, {
        ...options,
        meanwhile: meanwhile && ((made) => meanwhile(masked(made, secrets))),
      });
      return { ...result, understanding: masked(result.understanding, secrets) };
    },
  };
}

function masked(made: Understanding, secrets: Secrets): Understanding {
  return {
    ...made,
    title: secrets.mask(made.title),
    overview: secrets.mask(made.overview),
    action_items: made.action_items.map((item) => ({
      ...item,
      description: secrets.mask(item.description),
    })),
    events: made.events.map((event) => ({
      ...event,
      title: secrets.mask(event.title),
      description: secrets.mask(event.description),
    })),
    // A fact that contains a secret does not become a memory, and nobody is asked about one.
    memories: made.memories.filter(({ content }) => !secrets.mask(content).includes(MASK)),
    ...(made.heard_again && {
      heard_again: made.heard_again.filter(({ content }) => !secrets.mask(content).includes(MASK)),
    }),
    ...(made.perhaps && {
      perhaps: made.perhaps.filter(({ text }) => !secrets.mask(text).includes(MASK)),
    }),
  };
}
