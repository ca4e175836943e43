/**
 * Installs missing packages for `npm start`, `npm test` and `npm run demo`, if they are not
 * installed yet. This script is plain JavaScript, because it runs on any Node of the machine.
 * Everything else runs on the project's own Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = `${ROOT}/node_modules/.installed`;
/** The Node that the npm scripts run on. */
const NODE = `${ROOT}/node_modules/.bin/node`;
/** The sources use `using`, which Node 22 does not know. The built package runs there. */
const MIN_NODE = 24;
/** Precedes the hash of the packages when those for development are missing. */
const LEAN = 'lean ';
/** The folder in which a lean set-up builds the console. */
const ASIDE = `${ROOT}/.console-build`;
const CONSOLE_BUILD = `${ROOT}/console/build/main.ts`;
const NPM_OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error'];
/** The file with the id of the installing process. */
const LOCK = `${ROOT}/.setup.lock`;

/**
 * Debian packages by purpose. The service also runs without these packages, and reports which are
 * missing.
 */
const CODECS = ['ffmpeg'];
const SPEECH = ['flite'];
const PACKAGES = {
  start: CODECS,
  demo: [],
  develop: [],
  test: [...CODECS, 'liblc3-0', ...SPEECH, 'postgresql', 'chromium-headless-shell', 'curl'],
};

const purpose = process.argv[2] ?? 'start';
/** Running the service needs few packages. A folder that has those for development keeps them. */
const isLean =
  ['start', 'demo'].includes(purpose) &&
  (!existsSync(INSTALLED) || readIfThere(INSTALLED).startsWith(LEAN));
if (!hasNodePackages() || missingOf(PACKAGES[purpose] ?? []).length > 0) {
  waitForTurn();
  try {
    installNodePackages();
    installDebianPackages(PACKAGES[purpose] ?? []);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

if (purpose === 'test' || (purpose === 'start' && !isLean)) buildConsole();

/** The service also runs without its console, and reports this on its first page. */
function buildConsole() {
  if (!existsSync(CONSOLE_BUILD)) return;
  const { status } = spawnSync(NODE, [CONSOLE_BUILD], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) console.error('The console could not be built; the service runs without it.');
}

function isConsoleCurrent() {
  if (purpose !== 'start' || !existsSync(CONSOLE_BUILD)) return true;
  return spawnSync(NODE, [CONSOLE_BUILD, '--is-current'], { cwd: ROOT }).status === 0;
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
  const installed = readIfThere(INSTALLED);
  if (!isLean) return installed === lockHash();
  return installed === `${LEAN}${lockHash()}` && existsSync(NODE) && isConsoleCurrent();
}

function installNodePackages() {
  if (hasNodePackages()) return;
  if (isLean) installLean();
  else {
    console.log('Installing the packages of package-lock.json, once …');
    // `npm ci` deletes all packages first, and the service may be running on those for it.
    const isAddition = readIfThere(INSTALLED) === `${LEAN}${lockHash()}`;
    run(
      'npm',
      [...(isAddition ? ['install', '--no-save'] : ['ci']), ...NPM_OPTIONS],
      'npm ci failed.',
    );
    writeFileSync(INSTALLED, lockHash());
  }
}

/** Installs the packages of the service. Those that build the console are removed again. */
function installLean() {
  const isSame = readIfThere(INSTALLED) === `${LEAN}${lockHash()}`;
  const hadNode = existsSync(NODE);
  if (isSame && hadNode && isConsoleCurrent()) return;
  if (!isSame || !hadNode) {
    console.log('Installing the packages of the service, once …');
    if (!isSame) {
      run('npm', ['ci', '--omit=dev', '--workspaces=false', ...NPM_OPTIONS], 'npm ci failed.');
      removeUnused();
    }
    linkNode();
  }
  if (!isConsoleCurrent()) buildConsoleAside();
  writeFileSync(INSTALLED, `${LEAN}${lockHash()}`);
}

/**
 * Removes what the service does not read: source maps, which are a sixth of the installed bytes, and
 * React, which npm keeps because another package could use it.
 */
function removeUnused() {
  for (const name of ['react', 'react-dom'])
    rmSync(`${ROOT}/node_modules/${name}`, { recursive: true, force: true });
  for (const path of readdirSync(`${ROOT}/node_modules`, { recursive: true })) {
    if (path.endsWith('.map')) rmSync(`${ROOT}/node_modules/${path}`, { force: true });
  }
}

/** Builds the console in a folder of its own, which has the tools, and is deleted afterwards. */
function buildConsoleAside() {
  rmSync(ASIDE, { recursive: true, force: true });
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'console',
    'client',
    'mcp/package.json',
  ]) {
    cpSync(`${ROOT}/${name}`, `${ASIDE}/${name}`, {
      recursive: true,
      filter: (path) => !/\/console\/(dist|\.next-\d+)$|\/node_modules$/.test(path),
    });
  }
  console.log('Fetching the tools that build the console, for this build only …');
  const options = ['ci', '-w', 'console', ...NPM_OPTIONS];
  const tools = spawnSync('npm', options, { cwd: ASIDE, stdio: 'inherit' });
  const build = tools.status === 0 && spawnSync(NODE, ['console/build/main.ts'], { cwd: ASIDE });
  if (build && build.status === 0) {
    rmSync(`${ROOT}/console/dist`, { recursive: true, force: true });
    cpSync(`${ASIDE}/console/dist`, `${ROOT}/console/dist`, { recursive: true });
  } else {
    console.error(
      `The console could not be built; the service runs without it. ${build?.stderr ?? ''}`,
    );
  }
  rmSync(ASIDE, { recursive: true, force: true });
}

/** Uses the Node of the machine if it can run the sources, and brings the project's otherwise. */
function linkNode() {
  const isEnough = Number(process.versions.node.split('.')[0]) >= MIN_NODE;
  const target = isEnough ? process.execPath : bringNode();
  mkdirSync(`${ROOT}/node_modules/.bin`, { recursive: true });
  rmSync(NODE, { force: true });
  symlinkSync(isEnough ? target : relative(dirname(NODE), target), NODE);
}

function bringNode() {
  const folder = `${ROOT}/.node`;
  const { devDependencies } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  const path = `${folder}/node_modules/node/bin/node`;
  const about = JSON.stringify({
    private: true,
    dependencies: { node: devDependencies.node },
    allowScripts: { node: true },
  });
  if (existsSync(path) && readIfThere(`${folder}/package.json`) === about) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, about);
  console.log(
    `Node ${process.versions.node} is too old for the sources: fetching ${devDependencies.node} …`,
  );
  run(
    'npm',
    ['install', '--prefix', folder, '--no-package-lock', ...NPM_OPTIONS],
    'Node could not be fetched.',
  );
  return path;
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
