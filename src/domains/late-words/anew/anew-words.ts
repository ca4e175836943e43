import type { NewId } from '../../../core/ids.ts';
import { CopiedWords } from '../../hearing/copied-words.ts';
import type { Voices } from '../../hearing/speakers/live-voices.ts';
import { SegmentAssembler, sinceStart } from '../../transcripts/segment-assembler.ts';
import type { AssembledSegment, Heard } from '../../transcripts/segment-assembler.ts';
import type { PartWords } from '../late-part.ts';

/** Collects the words of a conversation that is heard anew. Stores nothing. */
export class AnewWords implements PartWords {
  readonly conversation_id: string;
  readonly voices: Voices | null;
  readonly isGone = false;
  readonly heard: Heard[] = [];
  readonly #channel: number;

  constructor(conversation_id: string, voices: Voices | null, channel: number) {
    this.conversation_id = conversation_id;
    this.voices = voices;
    this.#channel = channel;
  }

  /** With several microphones, each is a speaker, and the first one is the owner's. */
  add(heard: Heard): void {
    const channel = this.#channel;
    const by = this.voices ? {} : { speaker_id: channel, is_user: channel === 0 };
    this.heard.push({ ...heard, ...by });
  }

  async save(): Promise<void> {}

  async finish(): Promise<null> {
    await this.voices?.store();
    return null;
  }
}

/** Gives the words the speakers whose voices were recognised in the whole conversation. */
export function withVoices(heard: readonly Heard[], voices: Voices): Heard[] {
  const into = new Map(voices.takeJoined().map((joined) => [joined.from, joined.into]));
  const numberOf = (speaker_id: number): number => {
    const other = into.get(speaker_id);
    return other === undefined ? speaker_id : numberOf(other);
  };
  const sure = voices.takeNews().filter(({ verdict }) => verdict === 'sure');
  const recognised = new Map(
    sure.map(({ speaker_id, voice: { is_user, person_id, person_name } }) => [
      numberOf(speaker_id),
      { is_user, person_id, person_name },
    ]),
  );
  const first = new Map(heard.toReversed().map((each) => [each.speaker_id, each]));
  return heard.map((each) => {
    const speaker_id = numberOf(each.speaker_id);
    const { is_user, person_id, person_name } = first.get(speaker_id) ?? each;
    const joined = speaker_id === each.speaker_id ? {} : { is_user, person_id, person_name };
    const speech = each.person_id === null ? recognised.get(speaker_id) : undefined;
    return { ...each, speaker_id, ...joined, ...speech };
  });
}

/** Returns the words of several microphones, each voice from one of them. */
export function withoutCopies(heard: readonly Heard[]): Heard[] {
  const copied = new CopiedWords({ soundOf: () => new Int16Array(0), areInStep: () => false });
  const said = new Map<string | undefined, Heard>();
  for (const each of heard.toSorted((one, other) => one.end - other.end)) {
    for (const own of copied.add(each.speaker_id, each)) said.set(own.utterance_id, own);
  }
  return [...said.values()].filter(({ text }) => text !== '');
}

/** Joins words to segments. `began` is the wall-clock time (ms) of second 0. */
export function assembled(
  heard: readonly Heard[],
  { newId, began }: { newId: NewId; began: number },
): AssembledSegment[] {
  const assembler = new SegmentAssembler(newId);
  const segments = new Map<string, AssembledSegment>();
  for (const each of heard.toSorted((one, other) => one.start - other.start)) {
    for (const segment of assembler.add(sinceStart(each, began)).changed) {
      segments.set(segment.id, segment);
    }
  }
  return [...segments.values()];
}
