import { useMutation, useQuery } from '@tanstack/react-query';
import { Adding } from '../design/adding.tsx';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { KeyOnce } from '../settings/key-once.tsx';
import { SettingsSection } from '../settings/section.tsx';
import { shortDate } from '../time/time.ts';

const queryKey = ['invitations'];
const onError = (error: unknown) => notify(toMessage(error), { tone: 'problem' });
const onSuccess = () => queryClient.invalidateQueries({ queryKey });

/** Links with which other people create accounts; each link works once and is shown once. */
export function Invitations() {
  const { data = [] } = useQuery({ queryKey, queryFn: () => service.listInvitations() });
  const invite = useMutation({
    mutationFn: (note: string) => service.createInvitation({ note }),
    onSuccess,
  });
  const withdraw = useMutation({
    mutationFn: (invitation_id: string) => service.deleteInvitation({ invitation_id }),
    onSuccess,
    onError,
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
      <ul>
        {data.map(({ id, note, expires_at, used_at }) => (
          <li
            key={id}
            className="flex items-center gap-4 border-b border-hairline py-3 text-14 last:border-0"
          >
            <span className="min-w-0 flex-1">
              {note}
              <span className="ml-3 text-13 text-ink-2">
                {used_at
                  ? m.invitation_used({ when: shortDate(used_at) })
                  : m.invitation_until({ when: shortDate(expires_at) })}
              </span>
            </span>
            {!used_at && (
              <Button onClick={() => withdraw.mutate(id)} disabled={withdraw.isPending}>
                {m.withdraw()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
