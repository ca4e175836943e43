import { useMutation, useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { Button } from '../design/button.tsx';
import { Unready } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { useRemoval } from '../service/change.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { KeyOnce } from '../settings/keys/key-once.tsx';
import { SettingsSection } from '../settings/section.tsx';
import { shortDate } from '../time/time.ts';

const KEY = 'invitations';
const queryKey = [KEY];

/** Links with which other people create accounts; each link works once and is shown once. */
export function Invitations() {
  const query = useQuery({ queryKey, queryFn: () => service.listInvitations() });
  const invite = useMutation({
    mutationFn: (note: string) => service.createInvitation({ note }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <SettingsSection title={m.invitations()} about={m.invitations_about()}>
      {invite.data ? (
        <KeyOnce
          secret={invite.data.link}
          about={m.invitation_once()}
          onDone={() => invite.reset()}
        />
      ) : (
        <Adding label={m.invite()} onAdd={(note) => invite.mutateAsync(note)} />
      )}
      {!query.data && <Unready query={query} />}
      <ul>
        {query.data?.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function Row({ invitation: { id, note, expires_at, used_at } }: { invitation: Invitation }) {
  const withdraw = useRemoval({
    key: KEY,
    id,
    send: () => service.deleteInvitation({ invitation_id: id }),
  });
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-3 text-14 last:border-0">
      <span className="min-w-0 flex-1">
        {note}
        <span className="ml-3 text-13 text-ink-2">
          {used_at
            ? m.invitation_used({ when: shortDate(used_at) })
            : m.invitation_until({ when: shortDate(expires_at) })}
        </span>
      </span>
      {!used_at && <Button onClick={() => withdraw.mutate()}>{m.withdraw()}</Button>}
    </li>
  );
}
