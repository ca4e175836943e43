import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../client/src/index.ts';
import { Checkbox } from '../../design/field.tsx';
import * as m from '../../paraglide/messages.js';
import { useChange } from '../../service/change.ts';
import { meQuery, queryClient } from '../../service/queries.ts';
import { service } from '../../service/service.ts';
import { SettingsSection, UnreadySection } from '../section.tsx';

/** The consent to keep the sentences about which the user decided. */
export function ExamplesSection() {
  const query = useQuery(meQuery);
  const { data: me } = query;
  const choose = useChange({
    show: (keeps_examples: boolean) => {
      const before = queryClient.getQueryData<User>(meQuery.queryKey);
      queryClient.setQueryData<User>(meQuery.queryKey, before && { ...before, keeps_examples });
      return () => queryClient.setQueryData(meQuery.queryKey, before);
    },
    send: (keeps_examples) => service.updateMe({ keeps_examples }),
  });
  if (!me) return <UnreadySection title={m.examples()} query={query} />;
  return (
    <SettingsSection title={m.examples()} about={m.examples_about()}>
      <label className="flex items-center gap-3">
        <Checkbox
          checked={me.keeps_examples}
          onChange={(event) => choose.mutate(event.target.checked)}
        />
        {m.keep_examples()}
      </label>
    </SettingsSection>
  );
}
