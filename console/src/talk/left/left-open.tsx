import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { conversationQuery } from '../../conversations/conversations.ts';
import { Button } from '../../design/button.tsx';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { toMessage } from '../../service/problems.ts';
import { forgetLeftTalk, leftTalk } from './left-talk.ts';
import { finishLeftTalk, startTalk } from '../talk.ts';

/** Offers to go on with the talk of a page that was closed or reloaded, or to finish it. */
export function LeftOpen() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(leftTalk);
  const { data } = useQuery({
    ...conversationQuery(left?.conversation_id ?? ''),
    enabled: left !== null,
    staleTime: 0,
  });
  const finish = useMutation({
    mutationFn: finishLeftTalk,
    onSuccess: async (id) => {
      forgetLeftTalk();
      setLeft(null);
      if (id) await navigate({ to: '/conversations/$id', params: { id } });
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  if (data?.value.status !== 'in_progress') return null;
  return (
    <section className="grid gap-3 border-l-[3px] border-ember pl-4">
      <p className="font-serif text-18">{m.talk_left()}</p>
      <p className="flex gap-3">
        <Button look="primary" onClick={() => void startTalk(left!.seconds)}>
          {m.resume()}
        </Button>
        <Button isBusy={finish.isPending} onClick={() => finish.mutate()}>
          {m.finish()}
        </Button>
      </p>
    </section>
  );
}
