/** The changes of stored photos that other rooms may use. */
export { updatePhoto, updatePhotos } from './conversations.sql.ts';
