import { z } from 'zod';
import { isBaseAddress, isOrigin, setting, webAddress } from '../../core/setting.ts';

const ADDRESSES = 'addresses or ranges such as 127.0.0.1, 10.0.0.0/8';

const listed = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

export const serverSettings = {
  port: setting({
    env: 'PORT',
    doc: 'The port to listen on; 0 takes any free port.',
    schema: z.coerce.number().int().min(0).max(65_535).default(8080),
  }),
  host: setting({
    env: 'HOST',
    doc: 'The network interface to listen on. The default is reachable from this machine only.',
    schema: z.string().min(1).default('127.0.0.1'),
  }),
  baseUrl: setting({
    env: 'SVC_BASE_URL',
    doc:
      'The public address of the service, e.g. behind a proxy. It may have a path, such as ' +
      '`https://example.org/me`.',
    schema: webAddress('https://me.example.org')
      .refine(
        isBaseAddress,
        'an address without a query, such as https://example.org/me, whose path is not one of the service itself',
      )
      .transform((address) => new URL(address).href.replace(/\/+$/, ''))
      .optional(),
    fallback: '`http://HOST:PORT`',
  }),
  trustedProxies: setting({
    env: 'SVC_TRUSTED_PROXIES',
    doc:
      'The proxies in front of the service, as addresses or ranges such as `127.0.0.1, ' +
      '10.0.0.0/8`. The service reads the address of a caller from the `X-Forwarded-For` of ' +
      'these proxies. Behind a proxy that is not listed here, all callers count as one, and a ' +
      'stranger who guesses passwords locks out everybody who has not signed in before.',
    schema: z
      .string()
      .default('')
      .transform(listed)
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], ADDRESSES))),
    fallback: 'none',
  }),
  connections: setting({
    env: 'SVC_MAX_CONNECTIONS',
    doc: 'The maximum number of open connections of all kinds. Further ones get a 503.',
    schema: z.coerce.number().int().min(10).max(50_000).default(1_000),
  }),
  connectionsPerAddress: setting({
    env: 'SVC_MAX_CONNECTIONS_PER_ADDRESS',
    doc:
      'The maximum number of open connections of one network address (of one /64 network for ' +
      'IPv6). Further ones get a 429. Through a proxy of `SVC_TRUSTED_PROXIES`, the requests in ' +
      'progress of each caller count instead. All callers behind another proxy share this number.',
    schema: z.coerce.number().int().min(5).max(50_000).default(200),
  }),
  mcpOrigins: setting({
    env: 'SVC_MCP_ORIGINS',
    doc:
      'Web pages that may use the MCP endpoint from a browser, besides the pages of known ' +
      'assistants and of this machine: `https://app.example.org, https://…`.',
    schema: z
      .string()
      .default('')
      .transform(listed)
      .pipe(z.array(webAddress('https://app.example.org'))),
    fallback: 'none',
  }),
  answerTokens: setting({
    env: 'SVC_MCP_ANSWER_TOKENS',
    doc:
      'The largest answer of a tool for assistants, in tokens as the service estimates them. A ' +
      'larger answer ends earlier and says how to go on.',
    schema: z.coerce.number().int().min(1_000).max(100_000).default(8_000),
    fallback: '8000',
  }),
  allowedOrigins: setting({
    env: 'SVC_ALLOWED_ORIGINS',
    doc:
      'Origins whose web pages may use the API and the MCP endpoint from a browser, such as ' +
      '`https://app.example.org, http://localhost:5173`. The pages send a key or a session as ' +
      '`Authorization`; the service does not let them use cookies.',
    schema: z
      .string()
      .default('')
      .transform(listed)
      .pipe(
        z.array(
          webAddress('https://app.example.org')
            .refine(isOrigin, 'addresses without a path, such as https://app.example.org')
            .transform((address) => new URL(address).origin),
        ),
      ),
    fallback: 'none',
  }),
  logLevel: setting({
    env: 'SVC_LOG_LEVEL',
    doc: 'The log level. The log never shows contents.',
    schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  }),
};
