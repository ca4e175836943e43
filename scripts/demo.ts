/**
 * The first five minutes: a spoken day goes through the running service in real time, and what it
 * made of it is printed. The voice is Debian's flite, so the same words come out everywhere.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser, request } from '../src/testing/api-user.ts';
import type { Json } from '../src/testing/api-user.ts';
import { Listener } from '../src/testing/listener.ts';

const STORY = [
  'I live in Boston with my wife and two children.',
  'I work as a teacher at the public library.',
  'I love playing the piano in the evening.',
  'My sister is coming to visit, so I need to clean the house on Friday.',
  'We have a meeting with the doctor tomorrow at three in the afternoon.',
  'I promised to send the report to my boss on Monday.',
];

if (existsSync('.env')) loadEnvFile('.env');
const { values: options } = parseArgs({
  options: { url: { type: 'string', default: 'http://127.0.0.1:8080' } },
});
const { url } = options;
const printed = new Map<string, string>();

try {
  await fetch(new URL('/healthz', url));
} catch {
  console.error(`Nothing answers at ${url}. Start the service first: npm start`);
  process.exit(1);
}
const owner = await signIn();
console.log(`Speaking to ${url} as a device would, in real time …\n`);
const conversation = await listen(owner);
await show(owner, conversation);

async function signIn(): Promise<ApiUser> {
  let email = process.env['SVC_OWNER_EMAIL'];
  let password = process.env['SVC_OWNER_PASSWORD'];
  if (!email || !password) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    email = await terminal.question('E-mail of your account: ');
    password = await terminal.question('Password (shown as you type): ');
    terminal.close();
  }
  const { status, body } = await request(url, 'POST', '/v1/auth/sign-in', {
    body: { email, password },
  });
  if (status === 200) return ApiUser.signIn(url, { email, password });
  console.error(body.detail);
  process.exit(1);
}

async function listen(owner: ApiUser): Promise<Json> {
  await using device = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  const ready = await device.event('service_status', ({ status }) => status === 'ready');
  console.log(`recogniser: ${ready.provider}, quality ${ready.quality}\n`);
  const shown = setInterval(() => showNew(device), 200);
  for (const sentence of STORY) await device.stream(joined(await speak(sentence), silence(1.4)));
  const ended = await owner.call('POST', '/v1/conversations', {});
  showNew(device);
  clearInterval(shown);
  if (ended.status !== 200) throw new Error(ended.body.detail);
  return ended.body.conversation;
}

/** A segment grows under its id: only what is new of it is printed. */
function showNew(device: Listener): void {
  for (const { id, text, end, speaker_name } of device.segments.values()) {
    const before = printed.get(id) ?? '';
    if (before === text) continue;
    printed.set(id, text);
    console.log(
      `  ${end.toFixed(1).padStart(5)} s  ${speaker_name}: ${text.slice(before.length).trim()}`,
    );
  }
}

async function show(owner: ApiUser, { id, structured, understood_by }: Json): Promise<void> {
  const { title, overview, category, emoji, action_items, events } = structured;
  console.log(`\n${emoji} ${title}   (${category}, understood by ${understood_by})\n${overview}`);
  for (const { description, due_at } of action_items) {
    console.log(`  ☐ ${description}${due_at ? ` — due ${new Date(due_at).toLocaleString()}` : ''}`);
  }
  for (const { title: what, start, duration } of events) {
    console.log(`  ◷ ${what} — ${new Date(start).toLocaleString()}, ${duration} min`);
  }
  const key = await owner.key(['memories:read', 'conversations:read']);
  const memories = await key.call('GET', '/v1/dev/user/memories');
  console.log('\nRemembered:');
  for (const { content, category: kind } of memories.body) console.log(`  • ${content} (${kind})`);
  console.log(
    `\nRead it back:\n  curl -H "Authorization: Bearer ${key.key}" "${url}/v1/dev/user/conversations/${id}?include_transcript=true"`,
  );
}
