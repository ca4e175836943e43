/** What the palette can do beside searching: pages, actions, people, folders and recent records. */
import {
  Clock,
  Download,
  Folder,
  KeyRound,
  Keyboard,
  LogOut,
  MessageCirclePlus,
  Mic,
  Moon,
  Palette,
  Plug,
  Settings,
  Sun,
  Target,
  Upload,
  UserRound,
} from 'lucide-react';
import type { Folder as FolderRecord, Person } from '../../../../client/src/index.ts';
import { folderNamed } from '../../conversations/folder-names.ts';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { newKeyWanted } from '../../settings/keys/new-key.ts';
import { SECTIONS } from '../../settings/sections.ts';
import { PLACES } from '../../shell/places.ts';
import { keysShown } from '../../shell/shown.ts';
import { applyTheme } from '../../shell/theme.ts';
import type { Command } from './command.ts';
import { fitOf } from './fits.ts';
import { makers } from './makers.ts';
import { openedLately, weightsOfChoices } from './often.ts';

export interface Known {
  people: readonly Person[];
  folders: readonly FolderRecord[];
}

const pages = (): Command[] => [
  ...PLACES.map(({ to, label, icon, keys }) => ({ key: to, to, title: label(), icon, keys })),
  ...SECTIONS.map(({ to, label, words }) => ({
    key: to === '/settings' ? '/settings#you' : to,
    to,
    title: m.settings_page({ name: label() }),
    words: words(),
    icon: Settings,
  })),
];

const startListening = async () => {
  const { startTalk } = await import('../../talk/talk.ts');
  await startTalk().catch((error: unknown) => notify(toMessage(error), { tone: 'problem' }));
};

const actions = (query: string): Command[] => [
  ...makers(query),
  {
    key: 'listen',
    icon: Mic,
    title: m.start_listening(),
    words: m.find_listen(),
    to: '/talk',
    run: () => void startListening(),
  },
  {
    key: 'new-chat',
    icon: MessageCirclePlus,
    title: m.new_chat(),
    words: m.find_ask(),
    to: '/ask',
  },
  { key: 'new-goal', icon: Target, title: m.new_goal(), to: '/goals' },
  {
    key: 'new-key',
    icon: KeyRound,
    title: m.make_key(),
    words: m.find_keys(),
    to: '/settings/keys',
    run: () => newKeyWanted.set(true),
  },
  {
    key: 'connect',
    icon: Plug,
    title: m.connect_assistant(),
    words: m.find_assistants(),
    to: '/settings/connect',
  },
  {
    key: 'export',
    icon: Download,
    title: m.export_everything(),
    words: m.find_export(),
    to: '/settings/data#export',
  },
  {
    key: 'import',
    icon: Upload,
    title: m.import_title(),
    words: m.find_import(),
    to: '/settings/data#import',
  },
  {
    key: 'dark',
    icon: Moon,
    title: m.theme_as({ theme: m.theme_dark() }),
    words: m.find_dark(),
    run: () => applyTheme('dark'),
  },
  {
    key: 'light',
    icon: Sun,
    title: m.theme_as({ theme: m.theme_light() }),
    words: m.find_light(),
    run: () => applyTheme('light'),
  },
  {
    key: 'system',
    icon: Palette,
    title: m.theme_as({ theme: m.theme_system() }),
    words: m.find_theme(),
    run: () => applyTheme('system'),
  },
  {
    key: 'keyboard',
    icon: Keyboard,
    title: m.keys_help(),
    words: m.find_keyboard(),
    keys: '?',
    run: () => keysShown.set(true),
  },
  {
    key: 'password',
    icon: Settings,
    title: m.change_password(),
    words: m.find_you(),
    to: '/settings#password',
  },
  {
    key: 'sign-out',
    icon: LogOut,
    title: m.sign_out(),
    words: m.find_sign_out(),
    to: '/settings#sign-out',
  },
];

export interface Group {
  title: string;
  results: Command[];
}

/** Something that was chosen once stays on top for two weeks. */
const FEW_TIMES = 0.5;
const MOST_OFTEN = 4;
const MOST_NAMED = 5;
const MOST_RECENT = 5;

/** Returns the commands for a query by kind; without a query, what was done often is on top. */
export function commandGroups(query: string, { people, folders }: Known): Group[] {
  const weightOf = weightsOfChoices();
  const places = pages();
  const doing = actions(query);
  const persons = people.map(({ id, name }): Command => ({
    key: `/people/${id}`,
    to: `/people/${id}`,
    title: name,
    icon: UserRound,
  }));
  const filed = folders.map(({ id, name }): Command => ({
    key: `folder ${id}`,
    to: `/conversations?folder=${id}`,
    title: folderNamed(name),
    words: name,
    icon: Folder,
  }));
  const recent = openedLately().map(({ to, title }): Command => ({
    key: `opened ${to}`,
    to,
    title,
    icon: Clock,
  }));
  if (query === '') {
    const often = [...places, ...doing, ...persons, ...filed]
      .filter(({ key }) => weightOf(key) > FEW_TIMES)
      .toSorted((one, other) => weightOf(other.key) - weightOf(one.key))
      .slice(0, MOST_OFTEN);
    const rest = (all: Command[]) => all.filter((each) => !often.includes(each));
    return [
      { title: m.done_often(), results: often },
      { title: m.go_to(), results: rest(places) },
      { title: m.palette_do(), results: rest(doing) },
      { title: m.opened_lately(), results: recent.slice(0, MOST_RECENT) },
    ];
  }
  const groups: [string, readonly Command[], most: number][] = [
    [m.go_to(), places, places.length],
    [m.palette_do(), doing, doing.length],
    [m.people(), persons, MOST_NAMED],
    [m.folders(), filed, MOST_NAMED],
    [m.opened_lately(), recent, MOST_RECENT],
  ];
  const fitting = groups.map(([title, commands, most]) => ({
    title,
    most,
    found: commands.map((command) => ({ command, fit: fitOfCommand(query, command) })),
  }));
  const best = Math.max(...fitting.flatMap(({ found }) => found.map(({ fit }) => fit)));
  return fitting.map(({ title, most, found }) => ({
    title,
    results: found
      .filter(({ fit }) => fit > 0 && fit >= best * NEAR_BEST)
      .toSorted(
        (one, other) =>
          other.fit - one.fit || weightOf(other.command.key) - weightOf(one.command.key),
      )
      .slice(0, most)
      .map(({ command }) => command),
  }));
}

/** Misspelled words count only when nothing is spelled like the query. */
const NEAR_BEST = 0.6;

const fitOfCommand = (query: string, { title, words = '' }: Command): number =>
  Math.max(fitOf(query, [title]), 0.9 * fitOf(query, [title, words]));
