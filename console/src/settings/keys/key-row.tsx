import type { ApiKey } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import * as m from '../../paraglide/messages.js';
import { queryClient } from '../../service/queries.ts';
import { holdRemoval } from '../../shell/held-deletions.ts';
import { relativeDay, shortDate } from '../../time/time.ts';
import { FAMILIES } from './families.ts';
import type { Family } from './families.ts';
import { scopeText } from './scope-texts.ts';

/** A key with what it may do, and a button that revokes it. */
export function KeyRow({ entry, family }: { entry: ApiKey; family: Family }) {
  const { id, name, key_prefix, scopes, created_at, last_used_at } = entry;
  const used = last_used_at ? m.last_used({ when: relativeDay(last_used_at) }) : m.never_used();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          {name} <code className="font-mono text-13 text-ink-2">{key_prefix}…</code>
        </p>
        <p className="text-13 text-ink-2">
          {m.created_on({ when: shortDate(created_at) })} · {used}
        </p>
        <p className="text-13 text-ink-2">{(scopes ?? []).map(scopeText).join(' · ')}</p>
      </div>
      <Button
        look="danger"
        onClick={() =>
          holdRemoval([id], {
            text: m.key_revoked(),
            run: () => FAMILIES[family].revoke({ key_id: id }),
            after: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
          })
        }
      >
        {m.revoke()}
      </Button>
    </li>
  );
}
