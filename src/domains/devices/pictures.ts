import type { Context } from '../../kit/context.ts';
import { pictureType } from '../conversations/photo.ts';
import { addPhoto, photoOf } from '../recordings/photos.ts';
import type { ImageChunk, ServerMessage } from './message.ts';
import { BadPicture, PicturePieces } from './picture-pieces.ts';

interface PicturesParts {
  context: Context;
  /** True when a model describes photos. */
  areDescribed: boolean;
  send: (message: ServerMessage) => void;
  /** The live recording. `next` begins a new recording after the current one has ended. */
  recording: { id(): string; next(): Promise<void> };
}

/**
 * Stores the pictures of one session as photos of the conversation, and sends their descriptions.
 */
export class Pictures {
  readonly #parts: PicturesParts;
  readonly #pieces = new PicturePieces();

  constructor(parts: PicturesParts) {
    this.#parts = parts;
  }

  /**
   * Accepts one piece of a picture. After the last piece, returns the work that stores the picture.
   * Throws BadPicture.
   */
  take(piece: ImageChunk): (() => Promise<void>) | null {
    const data = this.#pieces.add(piece, this.#parts.context.clock.now().getTime());
    if (!data) return null;
    const content_type = pictureType(data);
    if (!content_type) throw new BadPicture('This is not a picture of a supported type.');
    return () => this.#keep(piece.id, { content_type, data });
  }

  async #keep(temp_id: string, picture: { content_type: string; data: Uint8Array }): Promise<void> {
    const { context, areDescribed, recording, send } = this.#parts;
    const photo = { ...picture, id: context.newId(), describe: areDescribed };
    // The recording has ended in the meantime, so the picture is added to the next recording.
    while (!(await addPhoto(context, recording.id(), photo))) await recording.next();
    send({ type: 'photo_processing', temp_id, photo_id: photo.id });
  }

  /** Sends the description of a photo to the client. */
  async described(photo: { conversation_id: string; photo_id: string }): Promise<void> {
    const { context, send } = this.#parts;
    const { description = null, discarded = false } = (await photoOf(context, photo)) ?? {};
    if (description === null) return;
    send({ type: 'photo_described', photo_id: photo.photo_id, description, discarded });
  }
}
