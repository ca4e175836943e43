import { Suspense, lazy } from 'react';
import { arriving } from '../service/arriving.ts';
import type { Conversation } from '../../../client/src/index.ts';
import { useMove } from '../conversations/conversations.ts';
import { summaryElementId } from './summaries/summaries.tsx';
import type { Turn } from './turns.ts';

const FolderSheet = lazy(() => arriving(() => import('../conversations/folder-sheet.tsx')));
const ShareSheet = lazy(() => arriving(() => import('./sharing/sheet.tsx')));
const SpeakerSheet = lazy(() => arriving(() => import('./turn/speaker-sheet.tsx')));
const RememberSheet = lazy(() => arriving(() => import('./memories/sheet.tsx')));
const TranslateSheet = lazy(() => arriving(() => import('./translations/sheet.tsx')));
const SummariseSheet = lazy(() => arriving(() => import('./summaries/sheet.tsx')));

export type OpenSheet =
  | { kind: 'move' }
  | { kind: 'share' }
  | { kind: 'translate' }
  | { kind: 'summarise' }
  | { kind: 'assign'; turn: Turn }
  | { kind: 'remember'; words: string };

/** The dialog that is open, each loaded when it is needed. */
export function ReadingSheet({
  conversation,
  open,
  onClose,
  onTranslated,
}: {
  conversation: Conversation;
  open: OpenSheet | null;
  onClose: () => void;
  onTranslated: (language: string) => void;
}) {
  const { id, folder_id, transcript_segments } = conversation;
  const move = useMove();
  return (
    <Suspense fallback={null}>
      {open?.kind === 'move' && (
        <FolderSheet
          current={folder_id}
          onClose={onClose}
          onChoose={(wanted) => {
            move.mutate({ ids: [id], folder_id: wanted });
            onClose();
          }}
        />
      )}
      {open?.kind === 'share' && <ShareSheet conversation={conversation} onClose={onClose} />}
      {open?.kind === 'assign' && (
        <SpeakerSheet id={id} turn={open.turn} segments={transcript_segments} onClose={onClose} />
      )}
      {open?.kind === 'remember' && <RememberSheet id={id} words={open.words} onClose={onClose} />}
      {open?.kind === 'translate' && (
        <TranslateSheet id={id} onClose={onClose} onTranslated={onTranslated} />
      )}
      {open?.kind === 'summarise' && (
        <SummariseSheet id={id} onClose={onClose} onSummarised={showSummary} />
      )}
    </Suspense>
  );
}

function showSummary(template: string): void {
  // The closing dialog first gives the focus back.
  requestAnimationFrame(() => {
    document.getElementById(summaryElementId(template))?.scrollIntoView({ block: 'center' });
  });
}
