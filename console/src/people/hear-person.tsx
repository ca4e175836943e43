import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Volume2 } from 'lucide-react';
import type { Conversation, LiveSegment } from '../../../client/src/index.ts';
import { buttonClass } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { togetherQuery } from './people.ts';

/** A voice is recognised from about this many seconds. */
const ENOUGH_SECONDS = 6;
/** The number of conversations whose sound is looked for. */
const MAX_LOOKS = 5;

/** Leads to a moment at which the person speaks, and plays it, if the service has kept the sound. */
export function HearPerson({ id }: { id: string }) {
  const { data: together = [] } = useQuery(togetherQuery(id));
  const spoken = together.flatMap((conversation) => {
    const segment = longestOf(conversation, id);
    return segment ? [{ conversation_id: conversation.id, start: segment.start }] : [];
  });
  const { data: moment } = useQuery({
    queryKey: ['people', 'sound', id, spoken.map(({ conversation_id }) => conversation_id)],
    queryFn: () => firstWithSound(spoken.slice(0, MAX_LOOKS)),
    enabled: spoken.length > 0,
  });
  if (!moment) return null;
  return (
    <Link
      to="/conversations/$id"
      params={{ id: moment.conversation_id }}
      search={{ at: moment.start, play: true }}
      className={buttonClass('quiet')}
    >
      <Volume2 size={16} />
      {m.hear_person()}
    </Link>
  );
}

interface Moment {
  conversation_id: string;
  start: number;
}

async function firstWithSound(moments: readonly Moment[]): Promise<Moment | null> {
  for (const moment of moments) {
    const { conversation_id, start } = moment;
    const { files } = await service.listConversationAudio({ conversation_id });
    if (files.some((file) => file.start <= start && start < file.start + file.seconds)) {
      return moment;
    }
  }
  return null;
}

/** Returns the first segment of the person that is long enough, otherwise the longest one. */
function longestOf(
  { transcript_segments }: Conversation,
  person_id: string,
): LiveSegment | undefined {
  const own = transcript_segments.filter((each) => each.person_id === person_id);
  const lasting = ({ start, end }: LiveSegment) => end - start;
  return (
    own.find((each) => lasting(each) >= ENOUGH_SECONDS) ??
    own.toSorted((a, b) => lasting(b) - lasting(a))[0]
  );
}
