import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { Frame } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { at } from '../service/base.ts';

const route = getRouteApi('/sign-in');

export default function SignInPage() {
  const { to } = route.useSearch();
  const router = useRouter();
  // Accepts only addresses of this console, so that a link cannot redirect the user elsewhere.
  const next = to?.startsWith('/') && !to.startsWith('//') ? to : '/';
  return (
    <Frame title={m.sign_in_title()} about={m.sign_in_about({ host: location.host })}>
      <Title>{m.sign_in_title()}</Title>
      <SignInForm
        to={next}
        onDone={() =>
          // The page on which an assistant asks for access is not one of the console.
          at(next).startsWith(at('/connect'))
            ? location.assign(at(next))
            : router.history.push(at(next))
        }
      />
      <p className="text-13 text-ink-2">{m.sign_in_first_time()}</p>
    </Frame>
  );
}
