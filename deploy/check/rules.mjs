/** What no schema says: that the chart's objects fit each other and the service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Seconds that the service takes to stop at most: STOP_MS of src/start.ts. */
async function stopSeconds() {
  const [, digits] = /STOP_MS = ([\d_]+);/.exec(await readFile(join(ROOT, 'src/start.ts'), 'utf8'));
  return Number(digits.replaceAll('_', '')) / 1000;
}

/** Checks all objects of one rendering. */
export async function checkRules(objects) {
  const of = (kind) => objects.filter((object) => object.kind === kind);
  const [deployment] = of('Deployment');
  const { paths } = JSON.parse(await readFile(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;
  const ports = container.ports.map(({ name }) => name);

  for (const { spec, metadata } of [...of('Deployment'), ...of('Job')]) hardened(spec.template.spec, metadata.name);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container[probe].httpGet;
    assert(paths[path]?.get, `${probe}: the service has no ${path}`);
    assert(ports.includes(port), `${probe}: no port ${port}`);
  }
  const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
  assert(pod.spec.terminationGracePeriodSeconds > pause + (await stopSeconds()), 'the pod is killed while it stops');

  assert(selects(deployment.spec.selector.matchLabels, pod), 'the Deployment does not select its pods');
  for (const { spec } of of('Service')) {
    assert(selects(spec.selector, pod), 'the Service does not select the pods');
    for (const job of of('Job'))
      assert(!selects(spec.selector, job.spec.template), 'the Service selects the migrations');
    for (const { targetPort } of spec.ports) assert(ports.includes(targetPort), `no port ${targetPort}`);
  }
  for (const { spec } of of('PodDisruptionBudget'))
    assert(selects(spec.selector.matchLabels, pod), 'no pod has the budget');
  for (const { spec } of of('HorizontalPodAutoscaler')) {
    assert.equal(spec.scaleTargetRef.name, deployment.metadata.name);
    assert.equal(deployment.spec.replicas, undefined, 'the Deployment must leave the number of pods to the autoscaler');
  }
  for (const { spec } of of('ServiceMonitor')) {
    const [service] = of('Service');
    assert(selects(spec.selector.matchLabels, service), 'the ServiceMonitor does not select the Service');
    for (const { path, port } of spec.endpoints) {
      assert(paths[path]?.get, `the service has no ${path}`);
      assert(
        service.spec.ports.some(({ name }) => name === port),
        `no port ${port}`,
      );
    }
  }
  for (const { spec } of of('NetworkPolicy').slice(0, 1)) {
    for (const { spec: of } of [deployment, ...objects.filter(({ kind }) => kind === 'Job')]) {
      assert(selects(spec.podSelector.matchLabels, of.template), 'the NetworkPolicy leaves pods out');
    }
  }
  for (const { spec } of of('Ingress')) {
    const served = spec.rules.flatMap(({ http }) => http.paths);
    const reaches = (path) =>
      served.some((rule) => rule.path === path || (rule.pathType === 'Prefix' && path.startsWith(`${rule.path}/`)));
    assert(!reaches('/metrics') && !reaches('/health/ready'), 'the Ingress shows what is for operators');
    const prefix =
      /** The setting API_PREFIX. */ container.env.find(({ name }) => name === 'API_PREFIX')?.value ?? 'api';
    for (const path of Object.keys(paths).filter((one) => !/^\/(metrics|health\/)/.test(one))) {
      const own = path.replace(/^\/api\//, `/${prefix.replaceAll(/^\/|\/$/g, '')}/`);
      assert(reaches(own), `the Ingress does not serve ${own}`);
    }
  }
  for (const { name, value, valueFrom } of container.env) {
    assert(
      !/URL$|PASSWORD|HEADERS|SECRET/.test(name) || name === 'PUBLIC_URL' || valueFrom?.secretKeyRef,
      `${name} is no secret`,
    );
    assert(valueFrom !== undefined || typeof value === 'string', `${name} must be text`);
  }
}

function hardened({ securityContext, automountServiceAccountToken, containers, volumes }, name) {
  assert.equal(securityContext.runAsNonRoot, true, name);
  assert.deepEqual(securityContext.seccompProfile, { type: 'RuntimeDefault' }, name);
  assert.equal(automountServiceAccountToken, false, name);
  for (const { securityContext: own, resources, volumeMounts } of containers) {
    assert.deepEqual(own, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert(resources.requests.cpu && resources.requests.memory && resources.limits.memory, `${name}: resources`);
    assert(
      volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
      `${name}: no /tmp to write to`,
    );
    const mounted = volumeMounts.map((mount) => mount.name).sort();
    assert.deepEqual(mounted, volumes.map((volume) => volume.name).sort(), `${name}: volumes`);
  }
}

function selects(labels, { metadata }) {
  return Object.entries(labels).every(([name, value]) => metadata.labels[name] === value);
}
