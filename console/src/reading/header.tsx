import { useEffect, useRef } from 'react';
import type { Conversation } from '../../../client/src/index.ts';
import { beganAt, secondsOf } from '../conversations/conversations.ts';
import { folderNamed } from '../conversations/folder-names.ts';
import { titleOf } from '../conversations/row.tsx';
import { useDraft } from '../design/forms/draft.ts';
import { clockTime, duration, longDate } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { useKeys } from '../shell/keys.ts';
import { Waits } from '../writing/waits.tsx';
import { noteTitle } from './changes.ts';

/** The title, which can be edited by a click, and the source of the conversation. */
export function ReadingHeader({
  conversation,
  onRename,
}: {
  conversation: Conversation;
  onRename: (title: string) => Promise<unknown>;
}) {
  const began = beganAt(conversation);
  const seconds = secondsOf(conversation);
  const { address } = conversation.geolocation ?? {};
  const about = [
    `${longDate(began)}, ${clockTime(began)}`,
    seconds > 0 && duration(seconds),
    address,
    conversation.folder_name && folderNamed(conversation.folder_name),
    conversation.visibility !== 'private' && m.is_shared(),
  ].filter(Boolean);
  return (
    <header className="grid gap-2">
      {conversation.structured.emoji && (
        <span className="text-28" aria-hidden="true">
          {conversation.structured.emoji}
        </span>
      )}
      <Title key={conversation.id} conversation={conversation} onRename={onRename} />
      <p className="text-14 text-ink-2">{about.join(' · ')}</p>
      <Waits id={conversation.id} />
    </header>
  );
}

const TITLE = 'font-serif text-28 leading-tight font-semibold sm:text-36';

function Title({
  conversation,
  onRename,
}: {
  conversation: Conversation;
  onRename: (title: string) => Promise<unknown>;
}) {
  const { draft, setDraft, isOpen } = useDraft();
  const field = useRef<HTMLTextAreaElement>(null);
  const { title } = conversation.structured;
  const edit = () => {
    noteTitle(conversation.id, title);
    setDraft(title);
  };
  const isEditing = draft !== null;
  useKeys({ e: edit });
  useEffect(() => field.current?.select(), [isEditing]);
  if (draft === null) {
    return (
      <h1 dir="auto" className={TITLE}>
        <button
          type="button"
          onClick={edit}
          title={m.edit_title()}
          className="-mx-2 cursor-text rounded-control px-2 text-start text-balance hover:bg-sunken"
        >
          {titleOf(conversation)}
        </button>
      </h1>
    );
  }
  const finish = () => {
    if (!isOpen.current) return;
    const wanted = draft.trim();
    setDraft(null);
    if (wanted === '' || wanted === title) return;
    // A notice says why the title was refused. The text stays in the field.
    onRename(wanted).catch(() => setDraft(wanted));
  };
  return (
    <textarea
      ref={field}
      autoFocus
      aria-label={m.edit_title()}
      value={draft}
      rows={1}
      onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(null);
      }}
      className={`-mx-2 field-sizing-content w-[calc(100%+16px)] resize-none rounded-control bg-sunken px-2 ${TITLE}`}
    />
  );
}
