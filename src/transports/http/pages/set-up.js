/** The service may have a path of the site. */
const base = new URL('.', import.meta.url).href;
const form = document.querySelector('form');
const alert = document.querySelector('[role=alert]');
form.elements.timezone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

const invitation = /^#(svc_inv_[\w-]+)$/.exec(location.hash)?.[1];
if (invitation) {
  document.title = 'Join Commonplace';
  document.querySelector('#purpose').textContent =
    'You were invited to this service. Create your account.';
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const account = Object.fromEntries(new FormData(form));
    if (invitation) await post('/v1/auth/sign-up', { ...account, invitation });
    else {
      const setup_token = new URLSearchParams(location.search).get('token') ?? '';
      await post('/v1/auth/set-up', { ...account, setup_token });
    }
    await post('/v1/auth/sign-in', { email: account.email, password: account.password });
    const { key } = await post('/v1/dev/keys', {
      name: 'First key',
      scopes: ['conversations', 'memories', 'action_items', 'goals'].flatMap((noun) => [
        `${noun}:read`,
        `${noun}:write`,
      ]),
    });
    document.querySelector('#key').textContent = key;
    document.querySelector('#example').textContent =
      `curl -H "Authorization: Bearer ${key}" ${base}v1/dev/user/memories`;
    form.hidden = true;
    document.querySelector('section').hidden = false;
  } catch (error) {
    alert.textContent = error.message;
  } finally {
    button.disabled = false;
  }
});

async function post(path, body) {
  const response = await fetch(new URL(path.slice(1), base), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const { detail } = answer;
  throw new Error(
    Array.isArray(detail)
      ? detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('. ')
      : String(detail),
  );
}
