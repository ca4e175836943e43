import { GERMAN } from './setup-german.js';

/** The service may have a path of the site. */
const base = new URL('.', import.meta.url).href;
const form = document.querySelector('form');
const alert = document.querySelector('[role=alert]');
document.querySelector('#host').textContent = location.host;
form.elements.timezone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

const invitation = /^#(svc_inv_[\w-]+)$/.exec(location.hash)?.[1];
if (invitation) {
  document.title = 'Join Commonplace';
  document.querySelector('#purpose').textContent =
    'You were invited to this service. Create your account.';
}

/** The first language of the browser that the page speaks. */
const language = navigator.languages
  .map((name) => name.slice(0, 2))
  .find((name) => name === 'en' || name === 'de');
const t = (text) => (language === 'de' && GERMAN[text]) || text;

if (language === 'de') {
  document.documentElement.lang = 'de';
  document.title = t(document.title);
  for (const each of document.querySelectorAll('p, label, button, h2')) {
    each.textContent = t(each.textContent);
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  const fields = [...form.querySelectorAll('input')];
  if (!showProblems(Object.fromEntries(fields.map((each) => [each.name, problemOf(each)])))) return;
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
    const detail = Array.isArray(error.cause) ? error.cause : [];
    const isShown = !showProblems(
      Object.fromEntries(detail.map(({ loc, msg }) => [loc.at(-1), t(msg)])),
    );
    if (!isShown) alert.textContent = t(error.message);
  } finally {
    button.disabled = false;
  }
});

/** Returns the problem of a field in the language of the page; undefined when there is none. */
function problemOf({ validity }) {
  if (validity.valid) return undefined;
  if (validity.valueMissing) return t('Fill in this field.');
  return t(
    validity.tooShort ? 'Use at least 12 characters.' : 'This is not a complete e-mail address.',
  );
}

/** Shows each problem at its field, and goes to the first. Returns whether there is none. */
function showProblems(problems) {
  const fields = [...form.querySelectorAll('input')];
  for (const field of fields) {
    const problem = problems[field.name];
    const id = `${field.name}-problem`;
    document.getElementById(id)?.remove();
    field.setAttribute('aria-invalid', String(problem !== undefined));
    field.removeAttribute('aria-describedby');
    if (problem === undefined) continue;
    const text = document.createElement('p');
    Object.assign(text, { id, className: 'problem', textContent: problem });
    field.setAttribute('aria-describedby', id);
    field.after(text);
  }
  const first = fields.find(({ name }) => problems[name] !== undefined);
  first?.focus();
  return first === undefined;
}

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
    { cause: detail },
  );
}
