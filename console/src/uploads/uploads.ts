/** Uploads continue while the user looks at other pages, and after the network was lost. */
import { randomUuid } from '../../../client/src/uuid.ts';
import { Upload as TusUpload } from 'tus-js-client';
import { createStore } from '../design/store.ts';
import { at } from '../service/base.ts';

export interface Upload {
  id: string;
  name: string;
  /** The share of the recording that has been sent, from 0 to 1. */
  sent: number;
  problem: string | null;
  /** Null until the service has received the whole recording. */
  conversationId: string | null;
}

export const uploads = createStore<readonly Upload[]>([]);

const RETRY_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000];
const PIECE_BYTES = 8 * 1024 * 1024;

function patch(id: string, change: Partial<Upload>): void {
  uploads.set((all) => all.map((each) => (each.id === id ? { ...each, ...change } : each)));
}

/** Sends a recording; resolves with its conversation, or with null when it is refused. */
export function sendRecording(file: File): Promise<string | null> {
  const id = randomUuid();
  uploads.set((all) => [
    ...all,
    { id, name: file.name, sent: 0, problem: null, conversationId: null },
  ]);
  return new Promise((resolve) => {
    let conversationId: string | null = null;
    const upload = new TusUpload(file, {
      endpoint: at('/v1/conversations/upload'),
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MS,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type },
      onAfterResponse: (_request, response) => {
        conversationId = response.getHeader('X-Svc-Conversation-Id') ?? conversationId;
      },
      onProgress: (sent, total) => patch(id, { sent: total > 0 ? sent / total : 1 }),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
        patch(id, { problem: detailOf(answer) ?? error.message });
        resolve(null);
      },
      onSuccess: () => {
        patch(id, { sent: 1, conversationId });
        resolve(conversationId);
      },
    });
    void upload.findPreviousUploads().then(([earlier]) => {
      if (earlier) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    });
  });
}

/** The service answers a refusal with JSON, or with a sentence. */
function detailOf(answer: string | undefined): string | null {
  if (!answer) return null;
  try {
    return String((JSON.parse(answer) as { detail: unknown }).detail);
  } catch {
    return answer;
  }
}
