import { ServiceError } from '../../../core/errors.ts';
import { introducedName } from '../../../engines/voices/introduction.ts';
import type { Context } from '../../../kit/context.ts';
import type { LiveSegment } from '../../transcripts/segment.ts';
import type { Speech } from '../../transcripts/named-segments.ts';
import { joinSpeakers } from '../../corrections/speaker-edits.ts';
import { assignRecognised, assignSpeech } from '../../corrections/speaker-assignments.ts';
import { ensurePerson, personNotFound, seekPerson, seekPersonByName } from '../../people/people.ts';
import type { PersonRow } from '../../people/people.ts';
import type { AssembledSegment, Heard } from '../../transcripts/segment-assembler.ts';
import type { ServerMessage, SpeakerAssigned, SpeakerSuggestion } from '../../devices/message.ts';
import type { VoiceNews, Voices } from './live-voices.ts';

export interface SpeakerLabelParts {
  voices: Voices | null;
  userName: string;
  /** True when an unknown name creates a person. */
  mayCreate: boolean;
  /**
   * True when the service may assign a speaker without asking, if it recognises the voice with
   * certainty.
   */
  assignsItself: boolean;
}

const USER: Speech = { is_user: true, person_id: null, person_name: null };

/**
 * Names the voices of a recording: by the client's assignments, otherwise by the voices and by
 * introductions in the words. A name applies to all words of the voice, earlier and later ones.
 */
export class SpeakerLabels {
  readonly #context: Context;
  readonly #parts: SpeakerLabelParts;
  readonly #speakers = new Map<number, Speech>();
  /**
   * Speakers that the client has named. The service does not replace these names with its own
   * guesses.
   */
  readonly #byHand = new Set<number>();
  readonly #newest = new Map<number, string>();
  /** Speakers that were just named. Words that are still being processed lack the name. */
  #taken: number[] = [];
  #introduced: { speaker_id: number; name: string }[] = [];

  constructor(context: Context, parts: SpeakerLabelParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Adds speakers to words; a person who is already set is kept. */
  label(heard: Heard): Heard {
    const speech = heard.person_id === null ? this.#speakers.get(heard.speaker_id) : undefined;
    if (!speech) return heard;
    const isByHand = this.#byHand.has(heard.speaker_id);
    return { ...heard, ...speech, voice_verdict: isByHand ? null : heard.voice_verdict };
  }

  /** Begins another recording, in which the same speaker numbers may mean other voices. */
  async begin(conversation_id: string): Promise<void> {
    this.#speakers.clear();
    this.#byHand.clear();
    this.#newest.clear();
    this.#introduced = [];
    this.#taken = [];
    await this.#parts.voices?.begin(conversation_id);
  }

  /** Records the segment to which a speaker's words were added. */
  said({ speaker_id, text }: Heard, { id, is_user, person_id }: AssembledSegment): void {
    this.#newest.set(speaker_id, id);
    if (is_user || person_id !== null) return;
    const name = introducedName(text);
    if (name) this.#introduced.push({ speaker_id, name });
  }

  /** Returns the new results since the last call, as messages for the client. */
  async news(conversation_id: string): Promise<ServerMessage[]> {
    const messages: ServerMessage[] = [];
    for (const speaker_id of this.#taken.splice(0)) {
      messages.push(await this.#assignLate(conversation_id, speaker_id));
    }
    await this.#parts.voices?.storeSometimes();
    for (const joined of this.#parts.voices?.takeJoined() ?? []) {
      // The event for changed segments tells clients about joined speakers.
      await joinSpeakers(this.#context, conversation_id, joined);
    }
    for (const news of this.#parts.voices?.takeNews() ?? []) {
      messages.push(await this.#recognised(conversation_id, news));
    }
    for (const { speaker_id, name } of this.#introduced.splice(0)) {
      messages.push(await this.#introducedAs(conversation_id, speaker_id, name));
    }
    return messages.filter((message) => !Array.isArray(message) || message.length > 0);
  }

  /** Determines and stores the results for all voices so far. */
  async settle(): Promise<void> {
    await this.#parts.voices?.store();
  }

  /**
   * Assigns all segments of the speaker so far, or only the listed ones, and returns them. Returns
   * null when the assignment is impossible; the reason is in the log.
   */
  async assign(conversation_id: string, message: SpeakerAssigned): Promise<LiveSegment[] | null> {
    try {
      await this.settle();
      const speech = await this.#speechOf(message);
      const segments = await this.#assignStored(conversation_id, message, {
        speech,
        assign: assignSpeech,
      });
      this.#byHand.add(message.speaker_id);
      this.#speakers.set(message.speaker_id, speech);
      await this.#parts.voices?.assigned(message.speaker_id, speech);
      return segments;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#context.log.info({ reason: error.message }, 'speaker_assigned ignored');
      return null;
    }
  }

  async #recognised(
    conversation_id: string,
    { speaker_id, verdict, voice: { is_user, person_id, person_name } }: VoiceNews,
  ): Promise<ServerMessage> {
    if (this.#byHand.has(speaker_id)) return [];
    const speech = { is_user, person_id, person_name };
    if (verdict === 'sure' && (is_user || this.#parts.assignsItself)) {
      return this.#take(conversation_id, speaker_id, { speech, assign: assignRecognised });
    }
    return this.#suggestion(speaker_id, speech);
  }

  async #introducedAs(
    conversation_id: string,
    speaker_id: number,
    name: string,
  ): Promise<ServerMessage> {
    if (this.#speakers.has(speaker_id)) return [];
    const { userName, mayCreate, assignsItself, voices } = this.#parts;
    if (name.toLowerCase() === userName.toLowerCase()) return this.#suggestion(speaker_id, USER);
    const person = await seekPersonByName(this.#context, name);
    if (!assignsItself || !(person || mayCreate)) {
      const person_name = person?.name ?? name;
      return this.#suggestion(speaker_id, {
        is_user: false,
        person_id: person?.id ?? null,
        person_name,
      });
    }
    const somebody = person ?? (await ensurePerson(this.#context, name)).person;
    const speech = { is_user: false, person_id: somebody.id, person_name: somebody.name };
    const segments = await this.#take(conversation_id, speaker_id, {
      speech,
      assign: assignSpeech,
    });
    await voices?.assigned(speaker_id, speech);
    return segments;
  }

  /**
   * Assigns the speaker to this person. The caller must check that the user has not assigned
   * anyone.
   */
  async #take(
    conversation_id: string,
    speaker_id: number,
    assigned: Assigned,
  ): Promise<LiveSegment[]> {
    this.#speakers.set(speaker_id, assigned.speech);
    this.#taken.push(speaker_id);
    return this.#assignStored(conversation_id, { speaker_id, segment_ids: [] }, assigned);
  }

  async #assignLate(conversation_id: string, speaker_id: number): Promise<LiveSegment[]> {
    const speech = this.#speakers.get(speaker_id);
    if (!speech || this.#byHand.has(speaker_id)) return [];
    const without = (segment: Pick<Speech, 'is_user' | 'person_id'>) =>
      segment.is_user !== speech.is_user || segment.person_id !== speech.person_id;
    return this.#assignStored(
      conversation_id,
      { speaker_id, segment_ids: [], only: without },
      { speech, assign: assignRecognised },
    );
  }

  #suggestion(
    speaker_id: number,
    { is_user, person_id, person_name }: Speech,
  ): SpeakerSuggestion | [] {
    const segment_id = this.#newest.get(speaker_id);
    if (segment_id === undefined) return [];
    return {
      type: 'speaker_label_suggestion',
      speaker_id,
      person_id: is_user ? 'user' : person_id,
      person_name: is_user ? this.#parts.userName : (person_name ?? ''),
      segment_id,
    };
  }

  async #speechOf({ person_id, person_name }: SpeakerAssigned): Promise<Speech> {
    if (person_id === 'user') return USER;
    const person = await this.#personOf(person_id || null, person_name ?? null);
    return { is_user: false, person_id: person?.id ?? null, person_name: person?.name ?? null };
  }

  /** Returns null when the message names no person. The speaker is then unknown. */
  async #personOf(id: string | null, name: string | null): Promise<PersonRow | null> {
    const known = id === null ? undefined : await seekPerson(this.#context, id);
    if (known) return known;
    if (name !== null && this.#parts.mayCreate) {
      return (await ensurePerson(this.#context, name)).person;
    }
    return id === null && name === null ? null : personNotFound();
  }

  async #assignStored(
    conversation_id: string,
    { speaker_id, segment_ids, only = () => true }: Chosen,
    { speech: { is_user, person_id }, assign }: Assigned,
  ): Promise<LiveSegment[]> {
    const changed = new Set<string>();
    const whose = is_user
      ? { assign_type: 'is_user', value: true }
      : { assign_type: 'person_id', value: person_id };
    const assignment = { conversation_id, ...whose };
    const { transcript_segments } = await assign(this.#context, assignment, (segments) => {
      const chosen = segments.filter((segment) =>
        segment_ids.length > 0
          ? segment_ids.includes(segment.id)
          : segment.speaker_id === speaker_id && only(segment),
      );
      for (const { id } of chosen) changed.add(id);
      return chosen;
    });
    return transcript_segments.filter(({ id }) => changed.has(id));
  }
}

type Chosen = Pick<SpeakerAssigned, 'speaker_id' | 'segment_ids'> & {
  only?: (segment: Pick<Speech, 'is_user' | 'person_id'>) => boolean;
};

interface Assigned {
  speech: Speech;
  assign: typeof assignSpeech;
}
