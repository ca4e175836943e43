import {
  MessageCircleQuestionMark,
  AudioLines,
  Bookmark,
  CalendarDays,
  ListTodo,
  Mic,
  Settings,
  Target,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import * as m from '../paraglide/messages.js';

export interface Place {
  to: string;
  label: () => string;
  icon: LucideIcon;
  /** The keys that open this place. */
  keys: string;
  /** True for a place in the bar of a phone, which has space for five. */
  inBar: boolean;
}

/** The places of the rail, the phone's bar, the keys and the palette, in this order. */
export const PLACES: readonly Place[] = [
  { to: '/', label: m.today, icon: CalendarDays, keys: 'g t', inBar: true },
  {
    to: '/conversations',
    label: m.conversations,
    icon: AudioLines,
    keys: 'g c',
    inBar: true,
  },
  { to: '/talk', label: m.talk, icon: Mic, keys: 't', inBar: true },
  { to: '/memories', label: m.memories, icon: Bookmark, keys: 'g m', inBar: false },
  { to: '/tasks', label: m.tasks, icon: ListTodo, keys: 'g a', inBar: true },
  { to: '/goals', label: m.goals, icon: Target, keys: 'g g', inBar: false },
  { to: '/people', label: m.people, icon: UsersRound, keys: 'g p', inBar: false },
  { to: '/ask', label: m.ask, icon: MessageCircleQuestionMark, keys: 'g q', inBar: false },
  { to: '/settings', label: m.settings, icon: Settings, keys: 'g s', inBar: false },
];
