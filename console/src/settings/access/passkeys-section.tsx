import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../../../client/src/index.ts';
import { Button } from '../../design/button.tsx';
import { Editable } from '../../design/editable.tsx';
import { Field } from '../../design/field.tsx';
import { notify } from '../../design/notices.ts';
import { Sheet } from '../../design/sheet.tsx';
import { Unready } from '../../design/states.tsx';
import * as m from '../../paraglide/messages.js';
import { patchRecord, useChange, useRemoval } from '../../service/change.ts';
import { addPasskey, supportsPasskeys } from '../../service/passkeys.ts';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { shortDate } from '../../time/time.ts';
import { PasswordField } from '../../welcome/password-field.tsx';
import { SettingsSection } from '../section.tsx';
import { programName } from './program-name.ts';

const KEY = 'passkeys';
const queryKey = [KEY];

/** The passkeys of the user: add, rename, remove. */
export function PasskeysSection() {
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({
    queryKey,
    queryFn: () => service.listPasskeys(),
  });
  const { data } = query;
  return (
    <SettingsSection id="passkeys" title={m.passkeys()} about={m.passkeys_about()}>
      {!data ? (
        <Unready query={query} lines={2} />
      ) : (
        <ul aria-label={m.passkeys()}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {supportsPasskeys() ? (
        <Button className="w-fit" onClick={() => setAdding(true)}>
          {m.add_passkey()}
        </Button>
      ) : (
        <p className="text-14 text-ink-2">{m.passkeys_need_https()}</p>
      )}
      {isAdding && <AddSheet onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function PasskeyRow({
  passkey: { id, name, created_at, last_used_at, is_backed_up },
}: {
  passkey: Passkey;
}) {
  const rename = useChange({
    show: (wanted: string) => patchRecord<Passkey>(KEY, id, (each) => ({ ...each, name: wanted })),
    send: (wanted) => service.renamePasskey({ passkey_id: id, name: wanted }),
    refresh: [KEY],
    isAtField: true,
  });
  const remove = useRemoval({
    key: KEY,
    id,
    send: () => service.deletePasskey({ passkey_id: id }),
  });
  const facts = [
    m.passkey_added({ when: shortDate(created_at) }),
    last_used_at ? m.last_used({ when: shortDate(last_used_at) }) : m.never_used(),
    is_backed_up && m.passkey_synchronised(),
  ];
  return (
    <li className="flex items-center gap-4 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Editable
          text={name}
          label={m.rename_passkey()}
          onSave={({ text }) => rename.mutateAsync(text.slice(0, 100))}
        />
        <p className="text-13 text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button aria-label={m.remove_passkey({ name })} onClick={() => remove.mutate()}>
        {m.remove()}
      </Button>
    </li>
  );
}

/** Asks for a name and the password, then for the passkey itself. */
function AddSheet({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(programName(navigator.userAgent));
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey({ name, password }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      notify(m.passkey_is_added());
      onClose();
    },
  });
  return (
    <Sheet title={m.add_passkey()} about={m.add_passkey_about()} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Field
          label={m.passkey_name()}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField
          label={m.current_password()}
          autoComplete="current-password"
          hint={m.passkey_password_hint()}
          isRequired={false}
          value={password}
          onChange={setPassword}
        />
        {add.error && (
          <p role="alert" className="text-14 text-brick">
            {toMessage(add.error)}
          </p>
        )}
        <Button type="submit" look="primary" isBusy={add.isPending}>
          {m.add_passkey()}
        </Button>
      </form>
    </Sheet>
  );
}
