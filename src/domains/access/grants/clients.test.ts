import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { StartError } from '../../../core/errors.ts';
import { allClients, mayRedirect, redirectHost } from './clients.ts';

const clients = (text?: string) =>
  allClients(readConfig({ ...(text && { SVC_OAUTH_CLIENTS: text }) }).grants.clients);
const custom = (redirect_uri: string) =>
  clients(JSON.stringify([{ id: 'own', name: 'Own', redirect_uris: [redirect_uri] }])).get('own')!;

test('an assistant is redirected only to its exact registered addresses', () => {
  const chatgpt = clients().get('svc-chatgpt')!;
  const claude = clients().get('svc-claude')!;
  for (const [client, uri] of [
    [chatgpt, 'https://chatgpt.com/connector_platform_oauth_redirect'],
    [chatgpt, 'https://chatgpt.com/connector/oauth/abc_DEF-123'],
    [claude, 'https://claude.ai/api/mcp/auth_callback'],
    [claude, 'https://claude.com/api/mcp/auth_callback'],
    [claude, 'http://localhost:51234/callback'],
    [claude, 'http://127.0.0.1:3118/callback'],
    [claude, 'http://localhost/callback'],
  ] as const) {
    assert.equal(mayRedirect(client, uri), true, uri);
  }
  for (const [client, uri] of [
    [chatgpt, 'https://chatgpt.com/connector/oauth/'],
    [chatgpt, 'https://chatgpt.com/connector/oauth/../../evil'],
    [chatgpt, 'https://chatgpt.com/connector/oauth/%2e%2e%2fevil'],
    [chatgpt, 'https://chatgpt.com/connector/oauth/a/b'],
    [chatgpt, 'https://chatgpt.com/connector/oauth/a?b=c'],
    [chatgpt, 'https://chatgpt.com.evil.example/connector/oauth/a'],
    [chatgpt, 'https://chatgpt.com/connector_platform_oauth_redirect/'],
    [chatgpt, 'https://chatgpt.com/connector_platform_oauth_redirect?x=1'],
    [chatgpt, 'https://claude.ai/api/mcp/auth_callback'],
    [claude, 'http://claude.ai/api/mcp/auth_callback'],
    [claude, 'https://claude.ai:444/api/mcp/auth_callback'],
    [claude, 'https://CLAUDE.ai/api/mcp/auth_callback'],
    [claude, 'https://user@claude.ai/api/mcp/auth_callback'],
    [claude, 'https://claude.ai/api/mcp/auth_callback#fragment'],
    [claude, 'https://claude.ai/api/mcp/auth_callback#'],
    [claude, 'http://localhost:51234/callback/more'],
    [claude, 'http://localhost:51234/other'],
    [claude, 'https://localhost:51234/callback'],
    [claude, 'http://localhost:1@evil.example/callback'],
    [claude, 'http://localhost.evil.example/callback'],
    [claude, 'http://127.0.0.2:80/callback'],
    [claude, 'http://127.1:80/callback'],
    [claude, 'javascript:alert(1)'],
    [claude, 'nonsense'],
    [claude, ''],
  ] as const) {
    assert.equal(mayRedirect(client, uri), false, uri);
  }
});

test('a registered loopback address matches every port, and an app scheme only itself', () => {
  const vscode = custom('http://127.0.0.1:33418');
  assert.equal(mayRedirect(vscode, 'http://127.0.0.1:50001'), true);
  assert.equal(mayRedirect(vscode, 'http://127.0.0.1:50001/'), false);
  const cursor = custom('cursor://anysphere.cursor-mcp/oauth/callback');
  assert.equal(mayRedirect(cursor, 'cursor://anysphere.cursor-mcp/oauth/callback'), true);
  assert.equal(mayRedirect(cursor, 'cursor://elsewhere/oauth/callback'), false);
});

test('the address of an app is displayed by its scheme, not by its claimed host', () => {
  assert.equal(redirectHost('myapp://claude.ai/cb'), 'myapp:');
  assert.equal(redirectHost('https://claude.ai:8443/cb'), 'claude.ai:8443');
});

test('an invalid list of clients stops the start with an explanation', () => {
  const own = { id: 'own', name: 'Own', redirect_uris: ['https://own.example.org/callback'] };
  for (const [given, complaint] of [
    ['{', /SVC_OAUTH_CLIENTS .*a JSON list of clients/],
    ['{}', /a JSON list of clients/],
    [[{ ...own, id: 'svc-claude' }], /there are two clients with the id svc-claude/],
    [[{ ...own, redirect_uris: [] }], /0\.redirect_uris/],
    [[{ ...own, redirect_uris: ['http://own.example.org/'] }], /must be https/],
    [[{ ...own, redirect_uris: ['https://own.example.org/#x'] }], /must not have a fragment/],
    [[{ ...own, redirect_uris: ['javascript:alert(1)'] }], /must not be a script/],
    [[{ ...own, scopes: ['memories.admin'] }], /memories\.admin is not a scope/],
    [[{ ...own, secret: 'x' }], /secret/],
  ] as const) {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    assert.throws(
      () => clients(text),
      (error: Error) => error instanceof StartError && complaint.test(error.message),
      text,
    );
  }
});
