/**
 * Checks what deploy/ has for Kubernetes and Prometheus: the chart, rendered by Helm with several values, against the schemas
 * of Kubernetes and of the operators; the alerts and the dashboard by promtool. Each kind of check is tried on something wrong
 * too, and fails if it does not find it.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { helm, lint, render, renderPackage, withoutHelm } from './helm.mjs';
import { checkRules } from './rules.mjs';
import { problemsOf } from './schemas.mjs';
import { checkPrometheus } from './prometheus.mjs';

const VALUES = join(import.meta.dirname, 'values');
/** The oldest version that the chart is for, and the one of the schemas. */
const KUBERNETES = ['1.30.0', '1.35.0'];

/** Changes that a cluster would refuse, each in one kind of object, and what must be said of it. */
const MISTAKES = [
  ['Deployment', (o) => (o.spec.template.spec.containers[0].livenessProb = {}), /livenessProb/],
  ['Deployment', (o) => (o.spec.template.spec.securityContext.runAsUser = 'node'), /runAsUser/],
  ['Deployment', (o) => delete o.spec.selector, /selector/],
  ['Job', (o) => (o.spec.template.spec.restartPolicy = 'Sometimes'), /restartPolicy|Sometimes/],
  ['Service', (o) => (o.spec.ports[0].targetport = 'http'), /targetport/],
  ['ServiceAccount', (o) => (o.automountToken = false), /automountToken/],
  ['HorizontalPodAutoscaler', (o) => (o.spec.maxReplicas = '6'), /maxReplicas|string/],
  ['PodDisruptionBudget', (o) => (o.spec.maxUnavailabl = 1), /maxUnavailabl/],
  ['NetworkPolicy', (o) => (o.spec.egress[0].ports[0].port = { name: 'http' }), /port/],
  ['Ingress', (o) => (o.spec.rules[0].http.paths[0].backend.serviceName = 'x'), /serviceName/],
  ['ConfigMap', (o) => (o.data['commerce-api.json'] = 1), /data|number/],
  ['ServiceMonitor', (o) => (o.spec.endpoints[0].intervall = '30s'), /intervall/],
  ['PrometheusRule', (o) => (o.spec.groups[0].rules[0].alarm = 'x'), /alarm/],
  ['Cluster', (o) => (o.spec.postgresql.synchronous.method = 'all'), /"all"/],
  ['Cluster', (o) => (o.spec.instanzen = 3), /instanzen/],
];

/** Values that Helm must refuse beside the minimal ones or those of a file, and what it says. */
const REFUSED = [
  [['--set', 'settings.PUBLIC_URL='], /PUBLIC_URL: the address that clients use is required/],
  [['--set', 'settings.PUBLIC_URL=api.example.com'], /PUBLIC_URL/],
  [['--set', 'settings.PUBLICURL=x'], /PUBLICURL/],
  [['--set', 'settings.DATABASE_URL=postgres://a:b@c/d'], /DATABASE_URL/],
  [['--set', 'settings.PUBLIC_URL=https://api.example.com'], /name the Secret and its key/, '/dev/null'],
  [['--set', 'settings.INSTANCES=2'], /INSTANCES/],
  [['--set', 'databaseTls.mountPath=tls'], /mountPath/],
  [['--set', 'replica=3'], /replica/],
  [['--set', 'autoscaling.maxReplicas=1'], /minReplicas must not be above/],
  [['--set', 'ingress.enabled=true'], /ingress.host/],
  [['--kube-version', '1.29.0'], /kubeVersion/],
];

const missing = withoutHelm();
if (missing !== undefined) {
  console.log(`chart, alerts and dashboard: NOT CHECKED. ${missing}`);
  process.exit(0);
}

const files = (await readdir(VALUES)).map((file) => join(VALUES, file));
const minimal = join(VALUES, 'minimal.yaml');
const rendered = [];
for (const file of files) {
  await lint(file);
  for (const version of KUBERNETES) rendered.push({ file, objects: await render(file, version) });
}
for (const { file, objects } of rendered) {
  assert.deepEqual(await problemsOf(objects), [], file);
  await checkRules(objects);
}
const all = rendered.flatMap(({ objects }) => objects);
const kinds = [...new Set(all.map(({ kind }) => kind))].sort();
console.log(`chart: ${all.length} objects of ${kinds.length} kinds fit their schemas: ${kinds.join(', ')}`);

const wrong = MISTAKES.map(([kind, change], index) => {
  const object = structuredClone(all.find((one) => one.kind === kind));
  change(object);
  object.metadata.name = `mistake-${index}`;
  return object;
});
const found = await problemsOf(wrong);
for (const [index, [kind, , expected]] of MISTAKES.entries()) {
  const said = found.filter((problem) => problem.startsWith(`${kind} mistake-${index}:`));
  assert(
    said.some((problem) => expected.test(problem)),
    `not found in a ${kind}: ${expected}; ${said.join('; ')}`,
  );
}
assert.deepEqual(kinds, [...new Set(MISTAKES.map(([kind]) => kind))].sort(), 'each kind needs a mistake to be found');
console.log(`chart: ${MISTAKES.length} mistakes were found`);

for (const [args, expected, file = minimal] of REFUSED) {
  await assert.rejects(render(file, KUBERNETES[1], ...args), ({ stderr }) => {
    assert.match(stderr, expected);
    return true;
  });
}
console.log(`chart: ${REFUSED.length} wrong values were refused`);

const full = join(VALUES, 'full.yaml');
assert.deepEqual(
  await renderPackage(full, KUBERNETES[1]),
  await render(full, KUBERNETES[1]),
  'the packed chart differs',
);
console.log(`chart: packed, it is the same (Helm ${(await helm('version', '--template={{.Version}}')).stdout})`);

await checkPrometheus(all.find(({ kind }) => kind === 'PrometheusRule').spec);
