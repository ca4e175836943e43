import { ServiceError } from '../../core/errors.ts';
import type { Context } from '../../kit/context.ts';
import type { LiveSegment } from '../conversations/conversation.ts';
import type { Speech } from '../conversations/segments.sql.ts';
import { assignSpeech } from '../conversations/speakers.ts';
import { ensurePerson, personNotFound, seekPerson } from '../people/people.ts';
import type { PersonRow } from '../people/people.ts';
import type { Heard } from './assembler.ts';
import type { SpeakerAssigned } from './message.ts';

/** Whom the client said the voices of a recording are: what they say from then on is theirs. */
export class SpeakerLabels {
  readonly #context: Context;
  /** Somebody who is known by name only becomes a person. */
  readonly #mayCreate: boolean;
  readonly #speakers = new Map<number, Speech>();

  constructor(context: Context, { mayCreate }: { mayCreate: boolean }) {
    this.#context = context;
    this.#mayCreate = mayCreate;
  }

  /** A segment that names a person by itself knows better. */
  label(heard: Heard): Heard {
    const speech = heard.person_id === null ? this.#speakers.get(heard.speaker_id) : undefined;
    return speech ? { ...heard, ...speech } : heard;
  }

  /** In another recording the same numbers may be other voices. */
  forget(): void {
    this.#speakers.clear();
  }

  /**
   * Assigns what was said so far, all of the speaker or the named segments; gives these. Null when
   * it cannot be: the log says why.
   */
  async assign(conversation_id: string, message: SpeakerAssigned): Promise<LiveSegment[] | null> {
    try {
      const speech = await this.#speechOf(message);
      const segments = await this.#assignStored(conversation_id, message, speech);
      this.#speakers.set(message.speaker_id, speech);
      return segments;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#context.log.info({ reason: error.message }, 'speaker_assigned ignored');
      return null;
    }
  }

  async #speechOf({ person_id, person_name }: SpeakerAssigned): Promise<Speech> {
    if (person_id === 'user') return { is_user: true, person_id: null, person_name: null };
    const person = await this.#personOf(person_id || null, person_name ?? null);
    return { is_user: false, person_id: person?.id ?? null, person_name: person?.name ?? null };
  }

  /** Null when nobody is known any more. */
  async #personOf(id: string | null, name: string | null): Promise<PersonRow | null> {
    const known = id === null ? undefined : await seekPerson(this.#context, id);
    if (known) return known;
    if (name !== null && this.#mayCreate) return (await ensurePerson(this.#context, name)).person;
    return id === null && name === null ? null : personNotFound();
  }

  async #assignStored(
    conversation_id: string,
    { speaker_id, segment_ids }: SpeakerAssigned,
    { is_user, person_id }: Speech,
  ): Promise<LiveSegment[]> {
    const changed = new Set<string>();
    const assignment = is_user
      ? { conversation_id, assign_type: 'is_user', value: true }
      : { conversation_id, assign_type: 'person_id', value: person_id };
    const { transcript_segments } = await assignSpeech(this.#context, assignment, (segments) => {
      const chosen = segments.filter((segment) =>
        segment_ids.length > 0
          ? segment_ids.includes(segment.id)
          : segment.speaker_id === speaker_id,
      );
      for (const { id } of chosen) changed.add(id);
      return chosen;
    });
    return transcript_segments.filter(({ id }) => changed.has(id));
  }
}
