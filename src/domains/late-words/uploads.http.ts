import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { uploadOperations } from './uploads.ts';

export const UPLOAD_PATH = '/v1/conversations/upload';
const MAX_BYTES = 64 * 1024 * 1024;
const credential = 'session';

export function uploadRoutes({
  uploadRecording,
  getRecordingUpload,
}: ReturnType<typeof uploadOperations>): Route[] {
  return [
    route(uploadRecording, {
      method: 'POST',
      path: UPLOAD_PATH,
      credential: 'listener',
      upload: { field: 'file', maxBytes: MAX_BYTES, keep: 'disk' },
    }),
    route(getRecordingUpload, {
      method: 'GET',
      path: '/v1/conversations/{conversation_id}/upload',
      credential,
    }),
  ];
}
