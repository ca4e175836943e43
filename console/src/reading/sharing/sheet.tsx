import type { Conversation } from '../../../../client/src/index.ts';
import { patchConversation } from '../../conversations/conversations.ts';
import { Button } from '../../design/button.tsx';
import { Copied } from '../../design/forms/copied.tsx';
import { notify } from '../../design/notices.ts';
import { Sheet } from '../../design/sheet.tsx';
import * as m from '../../paraglide/messages.js';
import { at } from '../../service/base.ts';
import { useChange } from '../../service/change.ts';
import { service } from '../../service/service.ts';

/** Asks before the conversation gets a link that everybody can open, and shows and ends the link. */
export default function ShareSheet({
  conversation: { id, visibility },
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const share = useChange({
    show: (wanted: 'private' | 'shared') =>
      patchConversation([id], (each) => ({ ...each, visibility: wanted })),
    send: async (value) => {
      await service.shareConversation({ conversation_id: id, value });
      if (value === 'private') notify(m.sharing_stopped());
    },
  });
  const isShared = visibility !== 'private' && !share.isPending;
  return (
    <Sheet title={m.share_title()} about={m.share_about()} onClose={onClose}>
      {isShared ? (
        <>
          <Copied text={location.origin + at(`/shared/${id}`)} label={m.copy_link()} />
          <Button
            look="danger"
            className="w-fit"
            onClick={() => {
              share.mutate('private');
              onClose();
            }}
          >
            {m.stop_sharing()}
          </Button>
        </>
      ) : (
        <p className="flex gap-2">
          <Button look="primary" isBusy={share.isPending} onClick={() => share.mutate('shared')}>
            {m.create_link()}
          </Button>
          <Button onClick={onClose}>{m.cancel()}</Button>
        </p>
      )}
    </Sheet>
  );
}
