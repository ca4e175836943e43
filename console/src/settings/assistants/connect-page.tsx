import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { GERMAN_SET_UPS } from '../../../../client/src/set-ups-german.ts';
import { endpoint } from '../../../../client/src/set-up.ts';
import { SET_UPS } from '../../../../client/src/set-ups.ts';
import type { SetUp } from '../../../../client/src/set-up.ts';
import { Button, MANY_LINES, buttonClass } from '../../design/button.tsx';
import { Copied } from '../../design/forms/copied.tsx';
import { Field } from '../../design/field.tsx';
import { Choices, Form } from '../../design/forms/form.tsx';
import { notify } from '../../design/notices.ts';
import { Title } from '../../design/title.tsx';
import * as m from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { at } from '../../service/base.ts';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { saveFile } from '../../design/forms/save-file.ts';
import { service } from '../../service/service.ts';
import { now } from '../../time/clock.ts';
import { FAMILIES } from '../keys/families.ts';
import { scopeText } from '../keys/scope-texts.ts';
import { SettingsSection } from '../section.tsx';

const route = getRouteApi('/inside/settings/connect');

/** No event reports the first call of an assistant. */
const LOOK_AGAIN_MS = 2_000;

/** The set-ups are written in English, and translated by their text. */
const translated = (text: string): string =>
  getLocale() === 'de' ? (GERMAN_SET_UPS[text] ?? text) : text;

const siteUrl = () => (location.origin + at('/')).replace(/\/$/, '');

/** Connects an assistant: first the choice, then its steps, and a line that says when it works. */
export default function ConnectPage() {
  const { to } = route.useSearch();
  const setUp = SET_UPS.find(({ id }) => id === to);
  return (
    <>
      <Title>{m.connect_assistant()}</Title>
      {setUp ? <Steps key={setUp.id} setUp={setUp} /> : <Choice />}
    </>
  );
}

function Choice() {
  return (
    <SettingsSection title={m.connect_assistant()} about={m.connect_which()}>
      {(
        [
          ['key', m.connect_with_key()],
          ['sign-in', m.connect_with_sign_in()],
        ] as const
      ).map(([way, title]) => (
        <section key={way} className="grid gap-2">
          <h3 className="text-13 font-medium text-ink-2">{title}</h3>
          <ul className="flex flex-wrap gap-2">
            {SET_UPS.filter((each) => each.with === way).map((each) => (
              <li key={each.id}>
                <Link
                  to="/settings/connect"
                  search={{ to: each.id }}
                  className={buttonClass('quiet', MANY_LINES)}
                >
                  {translated(each.name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="text-14 text-ink-2">{m.connect_endpoint()}</p>
      <Copied text={endpoint(siteUrl())} label={m.copy()} />
    </SettingsSection>
  );
}

function Steps({ setUp }: { setUp: SetUp }) {
  const [made, setMade] = useState<{ id: string; key: string } | null>(null);
  const [since] = useState(() => now().toISOString());
  const place = { url: siteUrl(), key: made?.key ?? '' };
  const isReady = setUp.with === 'sign-in' || made !== null;
  return (
    <SettingsSection title={m.connect_named({ name: translated(setUp.name) })}>
      <Link
        to="/settings/connect"
        search={{}}
        className="flex w-fit items-center gap-2 text-14 text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {m.connect_other()}
      </Link>
      {setUp.with === 'sign-in' && location.protocol !== 'https:' && <NeedsHttps />}
      {!isReady && <NewKey setUp={setUp} onMade={setMade} />}
      {isReady && (
        <>
          {made && (
            <p role="status">{setUp.bundle ? m.connect_key_in_bundle() : m.connect_key_inside()}</p>
          )}
          <ol className="grid list-decimal gap-1.5 pl-5">
            {setUp.steps.map((step) => (
              <li key={step}>{translated(step)}</li>
            ))}
          </ol>
          {setUp.link && (
            <a href={setUp.link(place)} className={buttonClass('primary', `w-fit ${MANY_LINES}`)}>
              {m.connect_open({ name: translated(setUp.name) })}
            </a>
          )}
          {setUp.bundle && <Bundle mcpKey={place.key} />}
          {setUp.paste && (
            <Copied
              text={setUp.paste.text(place)}
              label={setUp.paste.language === 'sh' ? m.copy_command() : m.copy()}
            />
          )}
          <FirstCall keyId={made?.id ?? null} since={since} />
        </>
      )}
    </SettingsSection>
  );
}

/** Downloads the file with which Claude Desktop connects. */
function Bundle({ mcpKey }: { mcpKey: string }) {
  const pack = useMutation({
    mutationFn: async () => {
      const packed = await service.packDesktopBundle({ key: mcpKey });
      saveFile(await new Response(packed).blob(), 'commonplace.mcpb');
    },
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  return (
    <Button look="primary" className="w-fit" isBusy={pack.isPending} onClick={() => pack.mutate()}>
      {m.connect_bundle()}
    </Button>
  );
}

/** Says what is missing, and the shortest way to it. */
function NeedsHttps() {
  return (
    <div className="grid gap-3 border-l-[3px] border-ember pl-4 text-14">
      <p>{m.connect_needs_https()}</p>
      <Copied
        text={`notes.example.org {\n  reverse_proxy 127.0.0.1:${location.port || '8080'}\n}`}
        label={m.copy()}
      />
      <Copied text="SVC_BASE_URL=https://notes.example.org" label={m.copy()} />
    </div>
  );
}

function NewKey({
  setUp,
  onMade,
}: {
  setUp: SetUp;
  onMade: (made: { id: string; key: string }) => void;
}) {
  const { scopes, create } = FAMILIES.mcp;
  const [name, setName] = useState(translated(setUp.name));
  const [chosen, setChosen] = useState<readonly string[]>(
    scopes.filter((scope: string) => scope.endsWith(':read')),
  );
  const make = useMutation({
    mutationFn: () => create({ name: name.trim(), scopes: [...chosen] }),
    onSuccess: async ({ id, key }) => {
      onMade({ id, key });
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Form
      submit={m.make_key()}
      isBlocked={chosen.length === 0 || name.trim() === ''}
      isBusy={make.isPending}
      onSubmit={() => make.mutate()}
      onCancel={() => history.back()}
    >
      <p className="text-14 text-ink-2">{m.connect_key_about()}</p>
      <Field
        label={m.key_name()}
        required
        maxLength={100}
        value={name}
        problem={make.error ? toMessage(make.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Choices
        legend={m.key_may()}
        options={scopes.map((scope: string) => [scope, scopeText(scope)] as const)}
        chosen={chosen}
        onChange={setChosen}
      />
    </Form>
  );
}

/** Waits for the first call with the key, or of an assistant that signed in. */
function FirstCall({ keyId, since }: { keyId: string | null; since: string }) {
  const { data: isConnected = false } = useQuery({
    queryKey: ['first-call', keyId, since],
    queryFn: async () => {
      if (keyId !== null) {
        const keys = await service.listMcpKeys();
        return keys.some(({ id, last_used_at }) => id === keyId && last_used_at !== null);
      }
      const { grants } = await service.listGrants();
      return grants.some(({ last_used_at }) => (last_used_at ?? '') >= since);
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_AGAIN_MS),
  });
  return (
    <p role="status" className={isConnected ? 'text-leaf' : 'processing text-ink-2'}>
      {isConnected ? m.connect_works() : m.connect_waits()}
    </p>
  );
}
