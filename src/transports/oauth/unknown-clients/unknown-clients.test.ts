/** Tests how users connect assistants that are not registered, and what attackers try with it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import type { Network } from '../../../domains/webhooks/guarded-request.ts';
import { publicNetwork } from '../../../domains/webhooks/guarded-request.ts';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import type { BrowserPage } from '../../../testing/clients/oauth-browser.ts';
import { CERTIFICATE, openDocumentServer } from '../../../testing/servers/document-server.ts';
import type { DocumentServer } from '../../../testing/servers/document-server.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const REDIRECT = 'https://assistant.example.org/callback';
const SWITCHED_ON = { SVC_OAUTH_UNKNOWN_CLIENTS: 'on', SVC_SIGN_UP: 'open' };
const LOOK_UP = { action: 'look-up' };
const clock = new ManualClock();
let documents: DocumentServer;
let service: TestService;
let url: string;
/** A signed-in browser. */
let browser: FormBrowser;

/** Finds the test server under every name, and nothing else. */
const here = (addresses = ['127.0.0.1']): Network => ({
  allows: (address) => address === '127.0.0.1',
  resolve: (_hostname, done) => done(null, addresses.map(addressOf)),
  ca: CERTIFICATE,
});
const addressOf = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

before(async () => {
  documents = await openDocumentServer();
  service = await startService({
    clock,
    environment: SWITCHED_ON,
    clientDocuments: { network: here(), port: documents.port, timeoutMs: 500 },
  });
  ({ url } = service.service);
  browser = await signedIn(url);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await documents[Symbol.asyncDispose]();
});
beforeEach(() => {
  clock.advance(60_000);
  documents.requests.length = 0;
  documents.connections = 0;
});

async function signedIn(at: string): Promise<FormBrowser> {
  const someone = new FormBrowser();
  await new OAuthClient(at).allow(OWNER, { browser: someone });
  return someone;
}

/** An assistant whose id is the address of its document. */
function assistant(
  path: string,
  {
    at = url,
    host = 'assistant.example.org',
    ...changes
  }: { at?: string; host?: string; [field: string]: unknown } = {},
): OAuthClient {
  const client_id = documents.url(path, host);
  documents.answer(path, {
    client_id,
    client_name: 'Notes',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    ...changes,
  });
  return new OAuthClient(at, { client_id, redirect_uri: REDIRECT });
}

const isQuestion = ({ text }: BrowserPage) => /<h1>Look up /.test(text);

test('an unknown assistant connects after its user agreed to look it up', async () => {
  const metadata = await fetch(`${url}/.well-known/oauth-authorization-server`);
  const { client_id_metadata_document_supported: isSupported } = (await metadata.json()) as Record<
    string,
    unknown
  >;
  assert.equal(isSupported, true);

  const client = assistant('/notes.json', { host: 'assistant.example.org' });
  const visitor = new FormBrowser();
  const asked = await visitor.open(client.authorizeUrl());
  assert.match(asked.text, /<h1>Sign in[^]*An assistant that is not registered here/);
  const question = await visitor.submit(asked, { action: 'sign-in', ...OWNER });
  assert.match(question.text, /An unknown assistant at\s+<strong>assistant\.example\.org:\d+</);
  assert.ok(question.text.includes(client.client_id));
  assert.equal(documents.connections, 0, 'nothing is fetched before the user agrees');

  const consent = await visitor.submit(question, LOOK_UP);
  assert.deepEqual(documents.requests, ['/notes.json']);
  assert.match(consent.text, /<h1>Connect assistant\.example\.org:\d+ \(“Notes”\)\?/);
  assert.match(consent.text, /not registered here.\s+Nobody has checked the name/);
  const sent = await visitor.submit(consent, { action: 'allow', scope: 'memories.read' });
  assert.equal(sent.url.origin + sent.url.pathname, REDIRECT);
  assert.deepEqual(sent.url.searchParams.getAll('iss'), [url]);
  const { body } = await client.exchange(sent.url.searchParams.get('code')!);
  const next = (await client.refresh(body.refresh_token)).body;
  const token = next.access_token;
  assert.equal((await request(url, 'GET', '/v1/mcp/memories', { token })).status, 200);
  const { grants } = (await service.owner.call('GET', '/v1/mcp/oauth/grants')).body;
  assert.match(grants[0].client_name, /^assistant\.example\.org:\d+ \(“Notes”\)$/);
  assert.equal(grants[0].client_id, client.client_id);

  // The document is stored, so neither a question nor a request follows.
  const again = await visitor.open(client.authorizeUrl());
  assert.match(again.text, /<h1>Connect assistant/);
  assert.equal(documents.requests.length, 1);
  // Revocation by the client works as for others.
  await client.revoke(next.refresh_token);
  assert.equal((await request(url, 'GET', '/v1/mcp/memories', { token })).status, 401);
});

test('nothing is fetched without a session, a form of our own and an agreement', async () => {
  const client = assistant('/secret.json');
  const anonymous = new FormBrowser();
  const asked = await anonymous.open(client.authorizeUrl());
  assert.match(asked.text, /<h1>Sign in/);
  assert.match(asked.text, /sign-in\?to=%2Fconnect%2Funknown%3F[^"]*client_id/);
  assert.match((await anonymous.submit(asked, LOOK_UP)).text, /<h1>Sign in/);

  const question = await browser.open(client.authorizeUrl());
  assert.ok(isQuestion(question));
  const forged = await browser.open(question.url, {
    method: 'POST',
    body: new URLSearchParams(LOOK_UP),
  });
  assert.equal(forged.response.status, 403);
  const foreign = await browser.submit(question, LOOK_UP, { Origin: 'https://evil.example' });
  assert.equal(foreign.response.status, 403);
  const refused = await browser.submit(question, { action: 'cancel' });
  assert.match(refused.text, /Nothing was looked up/);
  assert.ok(isQuestion(await browser.open(client.authorizeUrl())));
  await client.exchange('x');
  await client.revoke('x');
  assert.equal(documents.connections, 0);

  // An agreement is for one assistant and one user.
  await browser.submit(question, LOOK_UP);
  const elsewhere = assistant('/secret.json', { host: 'other.example.org' });
  assert.ok(isQuestion(await browser.open(elsewhere.authorizeUrl())));
  assert.match((await anonymous.open(client.authorizeUrl())).text, /<h1>Sign in/);
});

test('each user is asked, and is asked again when the document has expired', async () => {
  const client = assistant('/kept.json');
  documents.answer('/kept.json', (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'public, max-age=7200');
    response.end(
      JSON.stringify({
        client_id: client.client_id,
        client_name: 'Notes',
        redirect_uris: [REDIRECT],
      }),
    );
  });
  const ask = () => browser.open(client.authorizeUrl());
  await browser.submit(await ask(), LOOK_UP);
  const account = { email: 'rui@example.org', password: 'a long enough passphrase' };
  await ApiUser.signUp(url, account.email);
  const rui = new FormBrowser();
  const his = await rui.submit(await rui.open(client.authorizeUrl()), {
    action: 'sign-in',
    ...account,
  });
  assert.ok(isQuestion(his));
  clock.advance(7_199_000);
  assert.ok(!isQuestion(await ask()));
  clock.advance(2_000);
  assert.ok(isQuestion(await ask()));
  assert.equal(documents.requests.length, 1);
});

test('unknown assistants are refused until the operator switches them on', async () => {
  await using usual = await startService({
    clientDocuments: { network: here(), port: documents.port },
  });
  const at = usual.service.url;
  const client = assistant('/off.json', { at });
  const visitor = await signedIn(at);
  const refused = await visitor.open(client.authorizeUrl());
  assert.equal(refused.response.status, 400);
  assert.match(refused.text, /not registered[^]*SVC_OAUTH_UNKNOWN_CLIENTS/);
  const metadata = await fetch(`${at}/.well-known/oauth-authorization-server`);
  assert.doesNotMatch(await metadata.text(), /client_id_metadata_document/);
  const page = await visitor.open(`${at}/connect/unknown${client.authorizeUrl().search}`);
  assert.match(page.text, /This request has ended/);
  assert.equal(documents.connections, 0);
});

test('a document must be valid, and about its own address', async () => {
  const large = JSON.stringify({ filler: 'x'.repeat(17_000) });
  const respond =
    (status: number, headers: Record<string, string>, body = '') =>
    (_request: unknown, response: { writeHead(...head: unknown[]): { end(text: string): void } }) =>
      response.writeHead(status, headers).end(body);
  const json = { 'Content-Type': 'application/json' };
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['another client', { client_id: 'https://chatgpt.com/client.json' }, /about another client/],
    ['no id', { client_id: undefined }, /client_id/],
    ['no name', { client_name: ' \u202e ' }, /client_name/],
    ['no redirect address', { redirect_uris: [] }, /redirect_uris/],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, /must not be a script/],
    ['http', { redirect_uris: ['http://evil.example/'] }, /must be https/],
    ['a secret', { client_secret: 'x' }, /must not contain a secret/],
    ['a way with secrets', { token_endpoint_auth_method: 'client_secret_post' }, /must be none/],
    ['no codes', { grant_types: ['client_credentials'] }, /lacks authorization_code/],
  ];
  const answers: [string, ReturnType<typeof respond>, RegExp][] = [
    ['a redirect', respond(302, { Location: documents.url('/notes.json') }), /redirects elsewhere/],
    ['an error', respond(500, json, '{}'), /answers with an error \(HTTP 500\)/],
    ['a page', respond(200, { 'Content-Type': 'text/html' }, '{}'), /is not JSON/],
    ['no JSON', respond(200, json, '<html>'), /is not JSON/],
    ['a list', respond(200, json, '[]'), /is not valid/],
    ['too large', respond(200, json, large), /larger than 16 KB/],
  ];
  const refuse = async (what: string, client: OAuthClient, reason: RegExp) => {
    clock.advance(6_000);
    const question = await browser.open(client.authorizeUrl());
    const outcome = await browser.submit(question, LOOK_UP);
    assert.equal(outcome.response.status, 422, what);
    const [, alert] = /role="alert">([^<]*)</.exec(outcome.text)!;
    assert.match(alert!, reason, what);
    assert.ok(isQuestion(await browser.open(client.authorizeUrl())), what);
  };
  for (const [what, changes, reason] of cases) {
    await refuse(what, assistant('/invalid.json', changes), reason);
  }
  for (const [what, answer, reason] of answers) {
    const client = assistant('/invalid.json');
    documents.answer('/invalid.json', answer);
    await refuse(what, client, reason);
  }
});

test('a user may look up ten assistants a minute', async () => {
  const client = assistant('/often.json', { client_id: 'https://elsewhere.example.org/' });
  const question = await browser.open(client.authorizeUrl());
  for (let count = 0; count < 10; count += 1) {
    assert.match((await browser.submit(question, LOOK_UP)).text, /about another client/);
  }
  assert.match((await browser.submit(question, LOOK_UP)).text, /Too many requests/);
  assert.equal(documents.requests.length, 10);
});

test('a slow or endless server is given up', async () => {
  for (const [what, answer] of [
    ['silent', () => {}],
    ['drips', drip],
    ['endless', endless],
  ] as const) {
    const client = assistant('/slow.json');
    documents.answer('/slow.json', answer);
    const outcome = await browser.submit(await browser.open(client.authorizeUrl()), LOOK_UP);
    assert.match(outcome.text, /does not answer in time|larger than 16 KB/, what);
  }
});

interface Stream {
  writeHead(status: number, headers: object): void;
  write(text: string): boolean;
  on(event: 'close' | 'drain', listener: () => void): void;
  destroyed: boolean;
}

function drip(_request: unknown, response: Stream): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

function endless(_request: unknown, response: Stream): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(8_192)));
  };
  response.on('drain', more);
  more();
}

test('only addresses of the public internet are reached', async () => {
  let addresses: string[] = [];
  await using guarded = await startService({
    environment: SWITCHED_ON,
    clientDocuments: {
      network: {
        ...publicNetwork,
        resolve: (_hostname, done) => done(null, addresses.map(addressOf)),
        ca: CERTIFICATE,
      },
      port: documents.port,
      timeoutMs: 500,
    },
  });
  const at = guarded.service.url;
  const visitor = await signedIn(at);
  const lists = [
    ['127.0.0.1'],
    ['10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '0.0.0.0'],
    ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16'],
    ['::1', 'fe80::1', 'fc00::1', '::'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1'],
    ['64:ff9b::7f00:1', '2002:7f00:1::'],
  ];
  for (const list of lists) {
    addresses = list;
    const client = assistant('/private.json', { at });
    const outcome = await visitor.submit(await visitor.open(client.authorizeUrl()), LOOK_UP);
    assert.match(outcome.text, /not on the public internet/, list.join());
  }
  assert.equal(documents.connections, 0);
});

test('a name is looked up once, and only an allowed address of it is used', async () => {
  await using secret = await openDocumentServer('127.0.0.2');
  const answers = [['127.0.0.2', '127.0.0.1'], ['127.0.0.2']];
  let lookUps = 0;
  await using guarded = await startService({
    environment: SWITCHED_ON,
    clientDocuments: {
      network: {
        ...here(),
        // The second answer of the name would be the forbidden address alone.
        resolve: (_hostname, done) => done(null, answers[lookUps++]!.map(addressOf)),
      },
      port: documents.port,
    },
  });
  const at = guarded.service.url;
  const visitor = await signedIn(at);
  const client = assistant('/rebinding.json', { at });
  const outcome = await visitor.submit(await visitor.open(client.authorizeUrl()), LOOK_UP);
  assert.match(outcome.text, /<h1>Connect assistant/);
  assert.deepEqual([lookUps, secret.connections, documents.connections], [1, 0, 1]);
});

test('an id that is not a plain address of a document is not looked up', async () => {
  const port = `:${documents.port}`;
  for (const id of [
    `http://assistant.example.org${port}/notes.json`,
    `https://assistant.example.org/notes.json`,
    `https://assistant.example.org:22/notes.json`,
    `https://assistant.example.org${port}`,
    `https://assistant.example.org${port}/`,
    `https://chatgpt.com@assistant.example.org${port}/notes.json`,
    `https://:x@assistant.example.org${port}/notes.json`,
    `https://assistant.example.org${port}/notes.json#chatgpt.com`,
    `https://assistant.example.org${port}/a/../notes.json`,
    `https://assistant.example.org${port}/a/%2e%2e/notes.json`,
    `https://assistant.example.org${port}/./notes.json`,
    `https://assistant.example.org${port}\\notes.json`,
    `https:/assistant.example.org${port}/notes.json`,
    ` https://assistant.example.org${port}/notes.json`,
    `https://assistant.example.org${port}/no\ttes.json`,
    `HTTPS://assistant.example.org${port}/notes.json`,
    `https://Assistant.example.org${port}/notes.json`,
    `https://аssistant.example.org${port}/notes.json`,
    `https://assistant.example.org.${port}/notes.json`,
    `https://assistant。example.org${port}/notes.json`,
    `https://localhost${port}/notes.json`,
    `https://127.0.0.1${port}/notes.json`,
    `https://2130706433${port}/notes.json`,
    `https://[::1]${port}/notes.json`,
    `https://[::ffff:127.0.0.1]${port}/notes.json`,
    `https://assistant.example.org${port}/${'x'.repeat(500)}`,
  ]) {
    const { text, response } = await browser.open(
      new OAuthClient(url, { client_id: id, redirect_uri: REDIRECT }).authorizeUrl(),
    );
    assert.equal(response.status, 400, id);
    assert.match(text, /This assistant is not registered/, id);
  }
  assert.equal(documents.connections, 0);
});

test('a lookalike host is shown as it is really written, with a warning', async () => {
  const client = assistant('/alike.json', { host: 'xn--80ak6aa92e.example.org' });
  const question = await browser.open(client.authorizeUrl());
  assert.match(question.text, /<strong>xn--80ak6aa92e\.example\.org[^]*may\s+imitate another name/);
  const consent = await browser.submit(question, LOOK_UP);
  assert.match(consent.text, /Connect xn--80ak6aa92e[^]*may\s+imitate another name/);
});

test('a name in a document cannot hide the host', async () => {
  const client = assistant('/name.json', {
    client_name: `ChatGPT\u202e\n<b>${'x'.repeat(500)}`,
  });
  const consent = await browser.submit(await browser.open(client.authorizeUrl()), LOOK_UP);
  assert.match(
    consent.text,
    /<h1>Connect assistant\.example\.org:\d+ \(“ChatGPT &lt;b&gt;x{49}”\)/,
  );
});

test('the browser is sent only to addresses in the document', async () => {
  const client = assistant('/back.json', {
    redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'],
  });
  await browser.submit(await browser.open(client.authorizeUrl()), LOOK_UP);
  for (const redirect_uri of [
    'https://assistant.example.org/callback/',
    'https://evil.example/callback',
    'http://127.0.0.1:7777/other',
  ]) {
    const refused = await browser.open(client.authorizeUrl({ redirect_uri }));
    assert.equal(refused.response.status, 400);
    assert.match(refused.text, /This assistant cannot get access/);
  }
  const local = await browser.open(
    client.authorizeUrl({ redirect_uri: 'http://127.0.0.1:7777/callback' }),
  );
  assert.match(local.text, /Any program on this computer can pretend/);
});

test('a certificate for another host is refused', async () => {
  const client = assistant('/elsewhere.json', { host: 'unlisted.example.org' });
  const outcome = await browser.submit(await browser.open(client.authorizeUrl()), LOOK_UP);
  assert.match(outcome.text, /its certificate is not valid/);
  assert.deepEqual(documents.requests, []);
});
