import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import type { MenuEntry } from './menu-button.tsx';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 text-14 outline-none ' +
  'select-none data-[highlighted]:bg-sunken pointer-coarse:min-h-11';

/** The open part of `MenuButton`, which loads it on demand. */
export default function OpenMenu({
  trigger,
  entries,
}: {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
}) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="floating entering max-h-[var(--available-height)] min-w-52 overflow-auto p-1.5 outline-none">
            {entries.map((entry) => {
              const { label, icon, run, href, tone, line } = entry;
              const className = classNames(ITEM, tone === 'danger' && 'text-brick');
              const content = (
                <>
                  <span className="text-ink-2">{icon}</span>
                  {label}
                </>
              );
              return (
                <div key={label} className={line ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
                  {href ? (
                    <Menu.LinkItem closeOnClick href={href} download className={className}>
                      {content}
                    </Menu.LinkItem>
                  ) : (
                    <Menu.Item onClick={run} className={className}>
                      {content}
                    </Menu.Item>
                  )}
                </div>
              );
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
