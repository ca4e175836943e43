/**
 * Uses the typed client as a program of a user does. It runs in each runtime that the client
 * supports, so it is plain JavaScript without imports, and throws where something differs.
 *
 * @param {Function} createClient
 * @param {{ baseUrl: string, token: string, WebSocket?: unknown }} options
 * @returns {Promise<string>}
 */
export async function journey(createClient, options) {
  const client = createClient(options);
  const leave = new AbortController();
  const events = client.watchOwnEvents({}, { signal: leave.signal });
  const { value: first } = await events.next();
  expect(first.type === 'position', 'the stream begins with its position');

  const { id } = await client.createOwnMemory({ content: 'Keeps bees on the roof.' });
  for await (const { type, value } of events) {
    if (type === 'change' && value.id === id) break;
  }
  leave.abort();

  const memories = [];
  for await (const memory of client.all.listOwnMemories({ limit: 1 })) memories.push(memory.id);
  expect(memories.includes(id), 'the list has the memory');

  let words = '';
  let answer;
  for await (const part of client.sendMessage({ text: 'Who keeps bees on the roof?' })) {
    if (part.type === 'data') words += part.value;
    if (part.type === 'done') answer = part.value;
  }
  expect(words !== '' && answer.text.includes('bees'), `the answer arrives: ${words}`);

  const session = await client.listen({ codec: 'pcm16', sample_rate: 16_000 });
  await session.send(new Uint8Array(6400));
  for await (const message of session) {
    if (!Array.isArray(message) && message.status === 'ready') break;
  }
  await session.close();

  const stranger = createClient({ ...options, token: 'svc_ses_nobody' });
  const error = await stranger.listen().catch((refusal) => refusal);
  expect(error.status === 401, `a stranger is refused: ${error}`);
  return 'done';
}

function expect(holds, sentence) {
  if (!holds) throw new Error(`Not so: ${sentence}`);
}
