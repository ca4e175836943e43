/** Collects the contents of another service's file as records of our archive. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { categoryScore } from '../../memories/memory.ts';
import type { Row } from '../../../storage/archive/rows.ts';
import type { Sourced } from '../archive/load-archive.ts';
import { CATEGORIES } from '../../../engines/understanding/maker.ts';
import type { GivenConversation, GivenMemory, GivenSegment, GivenTask } from './given.ts';
import { parseLeniently } from './lenient.ts';
import { timeOf } from './times.ts';

const LONGEST_TIME = 60;
/** A conversation of a year is a mistake of its times. */
const LONGEST_SECONDS = 366 * 86_400;

export type FoundKind = 'people' | 'conversations' | 'action-items' | 'memories';

/** Some records and files are left out, and so are parts of others, such as a segment. */
type LeftOutKind = FoundKind | 'parts' | 'files';

/** A record that belongs to a conversation of the source, in whichever file that is. */
export interface Referring {
  kind: 'action-items' | 'memories';
  record: Sourced;
  /** The id of the conversation in the source. */
  conversation: string | null;
  /** The source gave no id, because the record is a part of its conversation. */
  isNested: boolean;
}

/** The words of a transcript that the service understands after it has stored them. */
export interface FoundTranscript {
  where: string;
  name: string;
  /** A checksum of the words, and the date. A second import finds the conversation by it. */
  external_id: string;
  /** The checksum by which earlier versions found the conversation. */
  earlier_id: string;
  started_at: Date | null;
  /** Either words with times, or a text whose lines may begin with names. */
  cues: readonly Cue[] | null;
  text: string;
  /** True for a day of a chat: each line that a messenger wrote has a name. */
  isChat?: boolean;
}

export interface Cue {
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

export class Found {
  readonly records = new Map<FoundKind, Sourced[]>();
  readonly transcripts: FoundTranscript[] = [];
  readonly referring: Referring[] = [];
  /** Items that are no records of the format; the kind is null if nothing was left out. */
  readonly misfits: { kind: LeftOutKind | null; where: string; message: string }[] = [];
  readonly source: string;
  /** The zone of the account, for times without a zone. */
  readonly #timezone: string;
  readonly #people = new Set<string>();

  constructor(source: string, timezone: string) {
    this.source = source;
    this.#timezone = timezone;
  }

  /** Returns the time of a field. The report names a field that has something else. */
  timeOf(value: unknown, where: string, field: string): Date | null {
    const time = timeOf(value, this.#timezone);
    if (time === null && value !== null && value !== undefined && value !== '') {
      const said = String(value).slice(0, LONGEST_TIME).toWellFormed();
      this.misfit('parts', where, `${field} was left out: “${said}” is not one certain time.`);
    }
    return time;
  }

  add(kind: FoundKind, where: string, row: Row): void {
    const records = this.records.get(kind) ?? [];
    records.push({ row, where, size: JSON.stringify(row).length });
    this.records.set(kind, records);
  }

  misfit(kind: LeftOutKind, where: string, message: string): void {
    this.misfits.push({ kind, where, message });
  }

  /** Tells something about a file that the user should know. */
  note(where: string, message: string): void {
    this.misfits.push({ kind: null, where, message });
  }

  /** Reads a record without its parts that do not fit; returns null when it does not fit itself. */
  read<Shape extends z.ZodType>(
    kind: LeftOutKind,
    where: string,
    shape: Shape,
    value: unknown,
  ): z.output<Shape> | null {
    const { data, problems } = parseLeniently(shape, value);
    if (data === null) this.misfit(kind, where, problems.map(({ message }) => message).join(' '));
    else {
      for (const { path, message } of problems) {
        this.misfit('parts', `${where}, ${path}`, `This part was left out. ${message}`);
      }
    }
    return data;
  }

  /** Adds a person by name, once, and returns the id. */
  person(name: string, where: string, at: Date): string {
    const id = idOf(this.source, `person ${name}`, new Date(0));
    if (!this.#people.has(id)) {
      this.#people.add(id);
      const time = at.toISOString();
      this.add('people', where, { id, name, created_at: time, updated_at: time, voices: [] });
    }
    return id;
  }

  conversation(where: string, given: GivenConversation): void {
    const { external_id, started_at, title, overview = '' } = given;
    const created = (given.created_at ?? started_at).toISOString();
    const id = idOf(this.source, external_id, given.created_at ?? started_at);
    const segments = this.#placed(where, given.segments);
    const end = segments.reduce((last, each) => Math.max(last, each.end), 0);
    const finished = given.finished_at ?? new Date(started_at.getTime() + end * 1000);
    this.add('conversations', where, {
      id,
      created_at: created,
      updated_at: (given.updated_at ?? given.created_at ?? started_at).toISOString(),
      started_at: started_at.toISOString(),
      finished_at: finished.toISOString(),
      status: 'completed',
      failure: null,
      source: this.source,
      language: given.language ?? null,
      title,
      overview,
      category: categoryOf(given.category),
      emoji: given.emoji || '💬',
      events: given.events ?? [],
      folder_id: null,
      starred: given.starred ?? false,
      discarded: given.discarded ?? false,
      forced: true,
      visibility: 'private',
      // The service keeps the title and overview when the user lets it process the conversation.
      written: [...(title ? ['title'] : []), ...(overview ? ['overview'] : [])],
      understood_by: null,
      understood_note: null,
      model_calls: 0,
      model_tokens: 0,
      stt_provider: null,
      stt_quality: null,
      device: '',
      client_session_id: null,
      external_id,
      external_data: null,
      metadata: null,
      geolocation: given.geolocation ?? null,
      photos: [],
      apps_results: [],
      gaps: [],
      segments: segments.map((each, index) => ({
        // What was said at the same time is sorted by id, so ids keep the order of the source.
        id: idOf(this.source, `${external_id} ${index}`, new Date(started_at.getTime() + index)),
        start_seconds: each.start,
        end_seconds: each.end,
        speaker_id: each.speaker_id,
        is_user: each.is_user,
        person_id: each.person_id ?? null,
        text: each.text,
        translations: [],
        words: [],
        confidence: null,
        stt_provider: null,
        voice_checked: false,
        voice_verdict: null,
      })),
      voices: [],
      dismissed: [],
    });
  }

  /** Words whose times cannot be those of a conversation follow the words before them. */
  #placed(where: string, segments: readonly GivenSegment[]): GivenSegment[] {
    let last = 0;
    return segments.map((each, index) => {
      const isPossible = each.start >= 0 && Math.max(each.start, each.end) <= LONGEST_SECONDS;
      if (!isPossible) {
        const message = 'Its times are not possible, so its words follow those before them.';
        this.misfit('parts', `${where}, segment ${index + 1}`, message);
      }
      const start = isPossible ? each.start : last;
      last = isPossible ? each.end : last;
      return { ...each, start, end: last };
    });
  }

  memory(where: string, given: GivenMemory): void {
    const { external_id, content, created_at, category = 'interesting' } = given;
    if (isBlank(content)) return this.misfit('memories', where, 'The memory has no text.');
    const created = created_at.toISOString();
    const manually_added = given.manually_added ?? false;
    const seconds = Math.floor(created_at.getTime() / 1000);
    const row = {
      id: idOf(this.source, external_id, created_at),
      content: content.trim(),
      category,
      visibility: 'private',
      tags: given.tags ?? [],
      manually_added,
      reviewed: given.reviewed ?? false,
      user_review: given.user_review ?? null,
      edited: false,
      scoring: `${manually_added ? '01' : '00'}_${categoryScore(category)}_${String(seconds).padStart(10, '0')}`,
      conversation_id: null,
      segment_id: null,
      created_at: created,
      updated_at: (given.updated_at ?? created_at).toISOString(),
      heard_as: null,
      until: null,
      history: [],
      source: this.source,
      external_id,
      metadata: given.metadata ?? null,
    };
    if (given.conversation) this.#refer('memories', where, row, given);
    else this.add('memories', where, row);
  }

  task(where: string, given: GivenTask): void {
    const { external_id, description, created_at, completed } = given;
    if (isBlank(description)) return this.misfit('action-items', where, 'The task has no text.');
    this.#refer(
      'action-items',
      where,
      {
        id: idOf(this.source, external_id, created_at),
        description,
        completed,
        completed_at: completed ? (given.completed_at ?? created_at).toISOString() : null,
        due_at: given.due_at?.toISOString() ?? null,
        conversation_id: null,
        segment_id: null,
        created_at: created_at.toISOString(),
        updated_at: (given.updated_at ?? created_at).toISOString(),
        heard_as: null,
        source: this.source,
        external_id,
        metadata: null,
      },
      given,
    );
  }

  #refer(
    kind: Referring['kind'],
    where: string,
    row: Row,
    { conversation = null, isNested = false }: Pick<GivenTask, 'conversation' | 'isNested'>,
  ): void {
    const record = { row, where, size: JSON.stringify(row).length };
    this.referring.push({ kind, record, conversation, isNested });
  }
}

/** Returns whether a text contains nothing that can be seen. */
const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/**
 * Returns the same id for the same record of a source. Lists are sorted by id, so it begins with
 * the time of the record, as a UUIDv7.
 */
function idOf(source: string, external_id: string, at: Date): string {
  const bytes = createHash('sha256').update(`${source}\n${external_id}`).digest().subarray(0, 16);
  bytes.writeUIntBE(Math.max(0, at.getTime()), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function categoryOf(category: string | undefined): string {
  return (CATEGORIES as readonly string[]).includes(category ?? '') ? category! : 'other';
}
