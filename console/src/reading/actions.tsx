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
  Link2Off,
  NotebookPen,
  RefreshCw,
  Star,
  Trash2,
} from 'lucide-react';
import type { Conversation } from '../../../client/src/index.ts';
import { useBeside } from '../conversations/beside.ts';
import { deleteConversations } from '../conversations/deletion.ts';
import { understandAnew } from './changes.ts';
import { patchConversation, useStar } from '../conversations/conversations.ts';
import { IconButton } from '../design/button.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import type { MenuEntry } from '../design/menu-button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { useChange } from '../service/change.ts';
import { service } from '../service/service.ts';
import { useKeys } from '../shell/keys.ts';
import { at } from '../service/base.ts';

const FORMATS = ['md', 'txt', 'srt', 'vtt', 'json'] as const;

/** The menu of actions on the whole conversation. */
export function ReadingActions({
  conversation,
  onOpen,
}: {
  conversation: Conversation;
  onOpen: (sheet: 'move' | 'translate' | 'summarise') => void;
}) {
  const { id, starred, visibility } = conversation;
  const navigate = useNavigate();
  const star = useStar();
  const share = useShare(id);
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
  const isShared = visibility !== 'private';
  const icon = 16;
  const entries: MenuEntry[] = [
    { label: m.move_to_folder(), icon: <FolderInput size={icon} />, run: () => onOpen('move') },
    isShared
      ? {
          label: m.stop_sharing(),
          icon: <Link2Off size={icon} />,
          run: () => share.mutate('private'),
        }
      : { label: m.share(), icon: <Link2 size={icon} />, run: () => share.mutate('shared') },
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

function useShare(id: string) {
  const share = useChange({
    show: (visibility: 'private' | 'shared') =>
      patchConversation([id], (each) => ({ ...each, visibility })),
    send: async (visibility) => {
      await service.shareConversation({ conversation_id: id, value: visibility });
      if (visibility === 'private') return notify(m.sharing_stopped());
      const address = location.origin + at(`/shared/${id}`);
      const isCopied = await navigator.clipboard.writeText(address).then(
        () => true,
        // The clipboard is available only to secure pages.
        () => false,
      );
      notify(isCopied ? m.shared_copied() : m.shared_at({ address }), {
        ms: 12_000,
        action: { label: m.stop_sharing(), run: () => share.mutate('private') },
      });
    },
  });
  return share;
}
