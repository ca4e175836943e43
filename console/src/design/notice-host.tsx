import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import * as m from '../paraglide/messages.js';
import { IconButton } from './button.tsx';
import { waitingNotices } from './notices.ts';
import { useStore } from './store.ts';

/** Shows notices above the page. F6 moves the focus to the notices. */
export default function NoticeHost() {
  return (
    <Toast.Provider limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          data-notices
          className="fixed right-4 bottom-20 left-4 z-50 mx-auto grid max-w-[420px] gap-2 sm:bottom-6"
        >
          <Notices />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Notices() {
  const { toasts, add, close } = Toast.useToastManager();
  const waiting = useStore(waitingNotices);
  useEffect(() => {
    if (waiting.length === 0) return;
    waitingNotices.set([]);
    for (const { text, tone, action, ms, until } of waiting) {
      if (until?.aborted) continue;
      const id = add({
        title: text,
        type: tone,
        timeout: ms,
        priority: tone === 'problem' ? 'high' : 'low',
        ...(action && {
          actionProps: {
            children: action.label,
            'aria-keyshortcuts': action.keys,
            onClick: () => {
              action.run();
              close(id);
            },
          },
        }),
      });
      until?.addEventListener('abort', () => close(id));
    }
  }, [waiting, add, close]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['down', 'right']}
      className="floating entering data-[limited]:hidden"
    >
      <Toast.Content className="flex min-h-12 items-center gap-2 py-1.5 pr-1.5 pl-4">
        <Toast.Title className="min-w-0 flex-1 text-14 data-[type=problem]:text-brick" />
        {toast.actionProps && (
          <Toast.Action className="rounded-control px-3 py-1.5 text-14 font-semibold text-ember-ink hover:bg-sunken" />
        )}
        <Toast.Close render={<IconButton label={m.close()}>{<X size={16} />}</IconButton>} />
      </Toast.Content>
    </Toast.Root>
  ));
}
