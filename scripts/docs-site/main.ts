/** `npm run docs:site` writes the documentation into dist-docs; open dist-docs/index.html. */
import { buildSite } from './site.ts';

const FOLDER = 'dist-docs';
console.log(`${buildSite(FOLDER)} pages. Open ${FOLDER}/index.html in a browser.`);
