import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { Unready } from '../design/states.tsx';
import { Sheet } from '../design/sheet.tsx';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { folderNamed } from './folder-names.ts';
import { foldersQuery } from '../service/lists.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';

/** A dialog that chooses or creates a folder. */
export default function FolderSheet({
  current,
  onChoose,
  onClose,
}: {
  current?: string | null;
  onChoose: (folder_id: string | null) => void;
  onClose: () => void;
}) {
  const query = useQuery(foldersQuery);
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => service.createOwnFolder({ name: name.trim() }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries(foldersQuery);
      onChoose(id);
    },
  });
  const choice =
    'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-left text-14 hover:bg-sunken ' +
    'aria-[current=true]:font-semibold';
  return (
    <Sheet title={m.move_to_folder()} onClose={onClose}>
      {!query.data && <Unready query={query} />}
      <ul className="-mx-3">
        {query.data?.map(({ id, name: shown, color }) => (
          <li key={id}>
            <button
              type="button"
              className={choice}
              aria-current={id === current}
              onClick={() => onChoose(id)}
            >
              <span className="size-2.5 rounded-full" style={{ backgroundColor: color }} />
              {folderNamed(shown)}
            </button>
          </li>
        ))}
        {current && (
          <li>
            <button type="button" className={choice} onClick={() => onChoose(null)}>
              <span className="size-2.5 rounded-full border border-control" />
              {m.no_folder()}
            </button>
          </li>
        )}
      </ul>
      <form
        className="flex items-end gap-3 border-t border-hairline pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className="flex-1">
          <Field
            label={m.new_folder()}
            value={name}
            required
            problem={create.error ? toMessage(create.error) : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" isBusy={create.isPending}>
          {m.create()}
        </Button>
      </form>
    </Sheet>
  );
}
