/** Collects the contents of another service's file as records of our archive. */
import { createHash } from 'node:crypto';
import { categoryScore } from '../../memories/memory.ts';
import type { Row } from '../../../storage/account-rows/rows.ts';
import type { Sourced } from '../archive/load-archive.ts';
import { CATEGORIES } from '../../../engines/understanding/maker.ts';

export type FoundKind = 'people' | 'conversations' | 'action-items' | 'memories';

/** The words of a transcript that the service understands after it has stored them. */
export interface FoundTranscript {
  where: string;
  name: string;
  /** A checksum of the file. A second import finds the conversation by it. */
  external_id: string;
  started_at: Date | null;
  /** Either words with times, or a text whose lines may begin with names. */
  cues: readonly Cue[] | null;
  text: string;
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
  /** Items that are no records of the format. */
  readonly misfits: { kind: FoundKind; where: string; message: string }[] = [];
  readonly #source: string;
  readonly #people = new Set<string>();
  /** Our ids of conversations, by their ids in the source. */
  readonly #conversations = new Map<string, string>();

  constructor(source: string) {
    this.#source = source;
  }

  add(kind: FoundKind, where: string, row: Row): void {
    const records = this.records.get(kind) ?? [];
    records.push({ row, where, size: JSON.stringify(row).length });
    this.records.set(kind, records);
  }

  misfit(kind: FoundKind, where: string, message: string): void {
    this.misfits.push({ kind, where, message });
  }

  /** Adds a person by name, once, and returns the id. */
  person(name: string, where: string, at: Date): string {
    const id = idOf(this.#source, `person ${name}`, new Date(0));
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
    const id = idOf(this.#source, external_id, given.created_at ?? started_at);
    this.#conversations.set(external_id, id);
    const end = given.segments.reduce((last, each) => Math.max(last, each.end), 0);
    const finished = given.finished_at ?? new Date(started_at.getTime() + end * 1000);
    this.add('conversations', where, {
      id,
      created_at: created,
      updated_at: (given.updated_at ?? given.created_at ?? started_at).toISOString(),
      started_at: started_at.toISOString(),
      finished_at: finished.toISOString(),
      status: 'completed',
      failure: null,
      source: this.#source,
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
      segments: given.segments.map((each, index) => ({
        id: idOf(this.#source, `${external_id} ${index}`, started_at),
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

  memory(where: string, given: GivenMemory): void {
    const { external_id, content, created_at, category = 'interesting' } = given;
    const created = created_at.toISOString();
    const manually_added = given.manually_added ?? false;
    const seconds = Math.floor(created_at.getTime() / 1000);
    this.add('memories', where, {
      id: idOf(this.#source, external_id, created_at),
      content: content.trim(),
      category,
      visibility: 'private',
      tags: given.tags ?? [],
      manually_added,
      reviewed: given.reviewed ?? false,
      user_review: given.user_review ?? null,
      edited: false,
      scoring: `${manually_added ? '01' : '00'}_${categoryScore(category)}_${String(seconds).padStart(10, '0')}`,
      conversation_id: this.#conversationOf(given.conversation),
      segment_id: null,
      created_at: created,
      updated_at: (given.updated_at ?? created_at).toISOString(),
      heard_as: null,
      until: null,
      history: [],
      source: this.#source,
      external_id,
      metadata: given.metadata ?? null,
    });
  }

  task(where: string, given: GivenTask): void {
    const { external_id, description, created_at, completed } = given;
    this.add('action-items', where, {
      id: idOf(this.#source, external_id, created_at),
      description,
      completed,
      completed_at: completed ? (given.completed_at ?? created_at).toISOString() : null,
      due_at: given.due_at?.toISOString() ?? null,
      conversation_id: this.#conversationOf(given.conversation),
      segment_id: null,
      created_at: created_at.toISOString(),
      updated_at: (given.updated_at ?? created_at).toISOString(),
      heard_as: null,
      source: this.#source,
      external_id,
      metadata: null,
    });
  }

  #conversationOf(external_id: string | null | undefined): string | null {
    return this.#conversations.get(external_id ?? '') ?? null;
  }
}

export interface GivenSegment {
  start: number;
  end: number;
  speaker_id: number;
  is_user: boolean;
  person_id?: string | null;
  text: string;
}

export interface GivenConversation {
  external_id: string;
  title: string;
  overview?: string;
  started_at: Date;
  created_at?: Date | null;
  updated_at?: Date | null;
  finished_at?: Date | null;
  language?: string | null;
  category?: string | undefined;
  emoji?: string | undefined;
  events?: Row[];
  starred?: boolean;
  discarded?: boolean;
  geolocation?: unknown;
  segments: readonly GivenSegment[];
}

export interface GivenMemory {
  external_id: string;
  content: string;
  category?: 'interesting' | 'system' | 'manual';
  tags?: string[];
  manually_added?: boolean;
  reviewed?: boolean;
  user_review?: boolean | null;
  created_at: Date;
  updated_at?: Date | null;
  conversation?: string | null;
  metadata?: Row | null;
}

export interface GivenTask {
  external_id: string;
  description: string;
  completed: boolean;
  completed_at?: Date | null;
  due_at?: Date | null;
  created_at: Date;
  updated_at?: Date | null;
  conversation?: string | null;
}

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

/** Returns the time that a service wrote, as text or as seconds since 1970. */
export function timeOf(value: unknown): Date | null {
  const time = typeof value === 'number' ? new Date(value * 1000) : new Date(String(value ?? ''));
  const milliseconds = time.getTime();
  return milliseconds >= 0 && milliseconds < 32_503_680_000_000 ? time : null;
}
