/** Records as readers of formats give them. */
import type { Row } from '../../../storage/archive/rows.ts';

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
  conversation?: string | null | undefined;
  /** The source gave no id, because the task is a part of its conversation. */
  isNested?: boolean;
}
