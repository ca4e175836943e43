import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as m from '../paraglide/messages.js';
import { IconButton } from './button.tsx';

const BACKDROP =
  'fixed inset-0 z-40 bg-ink/10 transition-opacity duration-200 data-[starting-style]:opacity-0 ' +
  'dark:bg-paper/70';
const POPUP =
  'floating entering fixed inset-x-0 bottom-0 z-40 mx-auto grid max-h-[92dvh] w-full max-w-[480px] ' +
  'gap-4 overflow-auto rounded-b-none p-6 sm:top-[14vh] sm:bottom-auto sm:rounded-sheet';

/** A dialog in the middle of the page; on a phone, at the lower edge. */
export function Sheet({
  title,
  about,
  onClose,
  canClose = true,
  children,
}: {
  title: string;
  about?: ReactNode;
  onClose: () => void;
  canClose?: boolean;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && canClose && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup className={POPUP}>
          <div className="flex items-start gap-4">
            <Dialog.Title className="flex-1 font-serif text-22 leading-tight">{title}</Dialog.Title>
            {canClose && (
              <Dialog.Close
                render={
                  <IconButton label={m.close()} className="-mt-1.5 -mr-2">
                    <X size={18} />
                  </IconButton>
                }
              />
            )}
          </div>
          {about && (
            <Dialog.Description render={<div />} className="text-14 text-ink-2">
              {about}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
