/**
 * Installs what is missing, once, for `npm start`, `npm test` and `npm run demo`. Plain JavaScript:
 * it runs on whatever Node the machine has; everything else runs on the project's own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = `${ROOT}/node_modules/.installed`;

/** Debian packages, by what they are for. The service also runs without them, and says what it lacks. */
const RECOGNISER = ['libpocketsphinx3', 'pocketsphinx-en-us'];
const CODECS = ['liblc3-0', 'ffmpeg'];
const SPEECH = ['flite'];
const PACKAGES = {
  start: [...RECOGNISER, ...CODECS],
  demo: [],
  test: [...RECOGNISER, ...CODECS, ...SPEECH, 'postgresql', 'chromium', 'curl'],
};

const purpose = process.argv[2] ?? 'start';
installNodePackages();
installDebianPackages(PACKAGES[purpose] ?? []);

function installNodePackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${ROOT}/package-lock.json`))
    .digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  console.log('Installing the packages of package-lock.json, once …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed.');
  writeFileSync(INSTALLED, lock);
}

function installDebianPackages(names) {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  if (!existsSync('/usr/bin/apt-get')) {
    console.log(`Not on this system, so some parts stay silent: ${missing.join(', ')}.`);
  } else if (process.getuid?.() !== 0) {
    console.log(
      `For speech without root: commonplace models pull. Some parts need packages that only root can install:\n  sudo apt-get ${install.join(' ')}`,
    );
  } else {
    console.log(`Installing Debian packages, once: ${missing.join(', ')} …`);
    quietly('apt-get', ['update', '-q']);
    quietly('apt-get', install);
  }
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name]);
  return String(stdout ?? '') === 'installed';
}

function quietly(command, args) {
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) console.log(`${command} ${args[0]} did not work: ${String(stderr).trim()}`);
}

function run(command, args, failure) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) return;
  console.error(failure);
  process.exit(1);
}
