/**
 * Installs missing packages for `npm start`, `npm test` and `npm run demo`, if they are not
 * installed yet. This script is plain JavaScript, because it runs on any Node of the machine.
 * Everything else runs on the project's own Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = `${ROOT}/node_modules/.installed`;
/** The file with the id of the installing process. */
const LOCK = `${ROOT}/.setup.lock`;

/**
 * Debian packages by purpose. The service also runs without these packages, and reports which are
 * missing.
 */
const RECOGNISER = ['libpocketsphinx3', 'pocketsphinx-en-us'];
const CODECS = ['liblc3-0', 'ffmpeg'];
const SPEECH = ['flite'];
const PACKAGES = {
  start: [...RECOGNISER, ...CODECS],
  demo: [],
  test: [...RECOGNISER, ...CODECS, ...SPEECH, 'postgresql', 'chromium', 'curl'],
};

const purpose = process.argv[2] ?? 'start';
if (!hasNodePackages() || missingOf(PACKAGES[purpose] ?? []).length > 0) {
  waitForTurn();
  try {
    installNodePackages();
    installDebianPackages(PACKAGES[purpose] ?? []);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

if (purpose === 'start' || purpose === 'test') buildConsole();

/** The service also runs without its console, and reports this on its first page. */
function buildConsole() {
  const build = `${ROOT}/console/build/main.ts`;
  if (!existsSync(build)) return;
  const { status } = spawnSync(`${ROOT}/node_modules/.bin/node`, [build], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) console.error('The console could not be built; the service runs without it.');
}

/**
 * Locks the folder. Otherwise two simultaneous `npm start` would install into the same folder. A
 * lock of a dead process has no effect.
 */
function waitForTurn() {
  for (let told = false; ; told = true) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') return;
    }
    if (!isInstaller(Number(readIfThere(LOCK)))) rmSync(LOCK, { force: true });
    else if (!told) console.log('Another set-up is under way; waiting for it …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
}

function isInstaller(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  // The operating system may have given the id to another program.
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command === '' || command.includes('setup.mjs');
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(`${ROOT}/package-lock.json`))
    .digest('hex');
}

function hasNodePackages() {
  return readIfThere(INSTALLED) === lockHash();
}

function installNodePackages() {
  if (hasNodePackages()) return;
  console.log('Installing the packages of package-lock.json, once …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed.');
  writeFileSync(INSTALLED, lockHash());
}

function installDebianPackages(names) {
  const missing = missingOf(names);
  if (missing.length === 0) return;
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  if (!existsSync('/usr/bin/apt-get')) {
    console.log(`Not on this system, so some parts stay silent: ${missing.join(', ')}.`);
  } else if (process.getuid?.() !== 0) {
    console.log('For speech without root: commonplace models pull.');
    console.log('Some parts need packages that only root can install:');
    console.log(`  sudo apt-get ${install.join(' ')}`);
  } else {
    console.log(`Installing Debian packages, once: ${missing.join(', ')} …`);
    // An interrupted installation must be finished first.
    quietly('dpkg', ['--configure', '-a']);
    quietly('apt-get', ['update', '-q']);
    quietly('apt-get', install);
  }
}

function missingOf(names) {
  return names.filter((name) => !isInstalled(name));
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
