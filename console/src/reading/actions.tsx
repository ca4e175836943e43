import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Download,
  Ellipsis,
  FolderInput,
  Languages,
  Link2,
  NotebookPen,
  RefreshCw,
  Star,
  Trash2,
} from 'lucide-react';
import type { Conversation } from '../../../client/src/index.ts';
import { useBeside } from '../conversations/beside.ts';
import { deleteConversations } from '../conversations/deletion.ts';
import { understandAnew } from './changes.ts';
import { useStar } from '../conversations/conversations.ts';
import { IconButton } from '../design/button.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import type { MenuEntry } from '../design/menu-button.tsx';
import * as m from '../paraglide/messages.js';
import { useKeys } from '../shell/keys.ts';
import { at } from '../service/base.ts';

const FORMATS = ['md', 'txt', 'srt', 'vtt', 'json'] as const;

/** The menu of actions on the whole conversation. */
export function ReadingActions({
  conversation,
  onOpen,
}: {
  conversation: Conversation;
  onOpen: (sheet: 'move' | 'share' | 'translate' | 'summarise') => void;
}) {
  const { id, starred, visibility } = conversation;
  const navigate = useNavigate();
  const star = useStar();
  const anew = useMutation({ mutationFn: () => understandAnew(id) });
  const toggleStar = () => star.mutate({ id, starred: !starred });
  const back = () => void navigate({ to: '/conversations' });
  const { previous, next } = useBeside(conversation);
  // Back still leads to the list.
  const open = (other: string | undefined) =>
    other && void navigate({ to: '/conversations/$id', params: { id: other }, replace: true });
  const goOn = () => open(next);
  const goBack = () => open(previous);
  useKeys({ s: toggleStar, u: back, j: goOn, k: goBack });
  const icon = 16;
  const entries: MenuEntry[] = [
    { label: m.move_to_folder(), icon: <FolderInput size={icon} />, run: () => onOpen('move') },
    {
      label: visibility === 'private' ? m.share() : m.shared_link(),
      icon: <Link2 size={icon} />,
      run: () => onOpen('share'),
    },
    {
      label: m.summarise(),
      icon: <NotebookPen size={icon} />,
      run: () => onOpen('summarise'),
    },
    { label: m.translate(), icon: <Languages size={icon} />, run: () => onOpen('translate') },
    { label: m.understand_anew(), icon: <RefreshCw size={icon} />, run: () => anew.mutate() },
    ...FORMATS.map((format, index) => ({
      label: m.export_as({ format: `.${format}` }),
      icon: <Download size={icon} />,
      href: at(`/v1/conversations/${id}/transcript?format=${format}`),
      line: index === 0,
    })),
    {
      label: m.delete_verb(),
      icon: <Trash2 size={icon} />,
      tone: 'danger',
      line: true,
      run: () => {
        deleteConversations([conversation]);
        back();
      },
    },
  ];
  return (
    <div className="-mx-2 mb-6 flex items-center gap-1">
      <IconButton label={m.back_to_conversations()} onClick={back}>
        <ArrowLeft size={20} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={m.previous_conversation()}
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={goBack}
        className="ml-auto"
      >
        <ChevronUp size={20} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={m.next_conversation()}
        aria-keyshortcuts="j"
        disabled={!next}
        onClick={goOn}
      >
        <ChevronDown size={20} strokeWidth={1.6} />
      </IconButton>
      <IconButton label={m.star()} aria-pressed={starred} onClick={toggleStar}>
        <Star size={20} strokeWidth={1.6} fill={starred ? 'currentColor' : 'none'} />
      </IconButton>
      <MenuButton
        label={m.more()}
        icon={<Ellipsis size={20} strokeWidth={1.6} />}
        entries={entries}
      />
    </div>
  );
}
