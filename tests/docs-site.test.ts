// One database: it starts no service.
/** The documentation as a site: every page has a place, no link is dead, nothing is fetched. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PAGES, problemsOfPlaces } from '../scripts/docs-site/pages.ts';
import { buildSite } from '../scripts/docs-site/site.ts';
import { barriersOf } from '../src/testing/clients/accessibility.ts';
import { openTab } from '../src/testing/clients/browser.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const site = temporaryFolder();
after(() => removeFolder(site));
buildSite(site);
const PAGES_OF_SITE = globSync('**/*.html', { cwd: site });

test('a page without a place is reported, and so is a place without a page', () => {
  const files = PAGES.map(({ file }) => file);
  assert.deepEqual(problemsOfPlaces(files), []);
  assert.match(
    problemsOfPlaces([...files, 'docs/new.md']).join(),
    /docs\/new\.md: it has no place/,
  );
  assert.match(problemsOfPlaces(files.slice(1)).join(), /README\.md does not exist/);
});

test('no link in the site is dead', () => {
  const targets = PAGES_OF_SITE.flatMap((page) => targetsOf(page).map((to) => ({ page, to })));
  assert.ok(targets.length > 1000, `only ${targets.length} links`);
  const dead = targets.filter(({ page, to }) => isDead(page, to));
  assert.deepEqual(dead, []);
});

test('commands that the tests do not run are marked', () => {
  const page = readFileSync(join(site, 'deploying.html'), 'utf8');
  assert.match(
    page,
    /podman compose[^]*?<p class="mark">The tests do not run: it needs Podman\.<\/p>/,
  );
});

test('a page opens from the disk, finds another page, and asks nobody else', async () => {
  await using tab = await openTab();
  const { page } = tab;
  const elsewhere: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:file|data):/.test(request.url())) elsewhere.push(request.url());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(pathToFileURL(join(site, 'decisions/0014-two-walls.html')).href);
  await page.getByRole('searchbox').fill('errors lim');
  await page.getByRole('link', { name: 'Errors and limits', exact: true }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rate limits' }).waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await page.getByRole('link', { name: 'What Commonplace is' }).click();
  const picture = page.getByRole('img').first();
  await picture.waitFor();
  const width = await picture.evaluate(
    (image) => (image as { naturalWidth?: number }).naturalWidth,
  );
  assert.ok(width, 'the picture is not shown');
  assert.deepEqual({ elsewhere, problems }, { elsewhere: [], problems: [] });
});

function targetsOf(page: string): string[] {
  const html = readFileSync(join(site, page), 'utf8');
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target]) => target!);
}

function isDead(page: string, target: string): boolean {
  if (/^(?:https?|mailto|data):/.test(target)) return false;
  const [path, fragment] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path!));
  if (file.startsWith('..') || !existsSync(join(site, file))) return true;
  if (fragment === undefined) return false;
  return !readFileSync(join(site, file), 'utf8').includes(` id="${decodeURIComponent(fragment)}"`);
}
