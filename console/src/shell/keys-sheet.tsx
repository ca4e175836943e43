import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { PLACES } from './places.ts';

export default function KeysSheet({ onClose }: { onClose: () => void }) {
  const rows: [string, string][] = [
    ['?', m.keys_help()],
    ['/', m.keys_search()],
    ['Ctrl K', m.keys_search()],
    ...PLACES.map(({ keys, label }): [string, string] => [keys, label()]),
    ['j k', m.keys_next_previous()],
    ['x', m.keys_select()],
    ['s', m.keys_star()],
    ['e', m.keys_edit()],
    ['y n', m.keys_review()],
    ['z', m.keys_undo()],
    ['Esc', m.keys_close()],
  ];
  return (
    <Sheet title={m.keys_title()} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-14">
        {rows.map(([keys, label]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-control border border-hairline bg-sunken px-1.5 py-0.5 text-center font-sans text-13"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
