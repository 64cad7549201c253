import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '#common/config/read-config.js';
import { useTestApp } from './support/use-test-app.js';

/** Settings that the chart or the image sets itself. */
const NOT_IN_VALUES = ['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'];

/** A metric's name, perhaps with what Prometheus appends to those of histograms. */
const METRIC = /\b(?:commerce|nodejs|process)_[a-z0-9_]+\b/g;

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

function text(file: string): Promise<string> {
  return readFile(file, 'utf8');
}

// The metric of the replica exists only with one, though it cannot be reached.
const app = await useTestApp({ config: { databaseReplicaUrl: 'postgres://nobody@127.0.0.1:1/none' } });
await app.send('GET', '/health/ready');
await app.send('GET', '/nothing');
const exported = (await app.send('GET', '/metrics')).text;
const alerts = await text('deploy/prometheus/alerts.yaml');
const { panels } = JSON.parse(await text('deploy/grafana/commerce-api.json')) as { panels: Panel[] };
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describe('what deploy/ has for other programs', () => {
  /** The names of all metrics, and those of the series that histograms and summaries have. */
  function names(): Set<string> {
    const types = [...exported.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    return new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
      ),
    );
  }

  it('names only metrics that the service exports', () => {
    const used = [...expressions, alerts].flatMap((one) => one.match(METRIC) ?? []);
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((name) => !names().has(name))).toEqual([]);
  });

  it('leaves out no metric of the service in the dashboard', () => {
    const shown = new Set(expressions.flatMap((one) => one.match(METRIC) ?? []).map(baseOf));
    const own = [...exported.matchAll(/^# TYPE (commerce_\S+)/gm)].map(([, name]) => name!);
    expect(own.length).toBeGreaterThan(7);
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('selects series by labels and routes that there are', () => {
    for (const series of ['route="/health/ready",status="200"', 'status="404"']) {
      expect(exported).toMatch(new RegExp(`^commerce_http_requests_total{[^}]*${series}[^}]*} 1$`, 'm'));
    }
    for (const series of [
      'commerce_webhooks_disabled_total{reason="gone"} 0',
      'commerce_webhook_attempts_total{outcome="delivered"} 0',
      'commerce_database_waiting 0',
      'commerce_list_reads_total{server="primary",replica=""} 0',
      'commerce_replica_used{replica="127.0.0.1:1"} 0',
    ]) {
      expect(exported.split('\n')).toContain(series);
    }
    expect(exported).toMatch(/^commerce_long_job_attempts_total{task="[^"]+",outcome="failed"} 0$/m);
    expect(exported).toMatch(/^commerce_partitions_until_seconds{table="traffic_short"} \d+/m);
    expect(exported).toMatch(/^commerce_database_connections{state="idle"} \d+$/m);
  });

  it('describes each metric of the service in the manual', async () => {
    const manual = await text('docs/operating.md');
    const own = [...exported.matchAll(/^# TYPE (commerce_\S+)/gm)].map(([, name]) => name!);
    expect(own.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a line for each alert in the manual, and none for others', async () => {
    const rules = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
    const manual = [...(await text('docs/operating.md')).matchAll(/^\| `(Commerce\w+)` +\|/gm)].map(([, name]) => name);
    expect(rules.length).toBeGreaterThan(10);
    expect(manual).toEqual(rules);
  });

  it('knows each setting of the service in the chart, and secrets only as such', async () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name: string) => void read.add(name) }));
    const { properties } = JSON.parse(await text('deploy/helm/commerce-api/values.schema.json')) as {
      properties: Record<'settings' | 'secretSettings', { properties: object }>;
    };
    const settings = Object.keys(properties.settings.properties);
    const secrets = Object.keys(properties.secretSettings.properties);
    expect([...settings, ...secrets, ...NOT_IN_VALUES].sort()).toEqual([...read].sort());
    expect(settings.filter((name) => /DATABASE_.*URL|PASSWORD|SECRET|HEADERS/.test(name))).toEqual([]);
    const manual = await text('docs/operating.md');
    for (const name of [...settings, ...secrets]) expect(manual).toContain(`\`${name}\``);
  });

  it('has the same alerts and dashboard in the chart, which takes no files from outside', async () => {
    expect(await text('deploy/helm/commerce-api/files/alerts.yaml')).toBe(alerts);
    const dashboard = await text('deploy/helm/commerce-api/files/dashboard.json');
    expect(dashboard).toBe(await text('deploy/grafana/commerce-api.json'));
  });

  it('gives the service of deploy/compose.yaml the role that is no superuser', async () => {
    const compose = await text('deploy/compose.yaml');
    const [, role] = /^CREATE ROLE (\w+) LOGIN NOSUPERUSER/m.exec(await text('deploy/service-role.sql'))!;
    expect(compose).toContain(`DATABASE_URL: postgres://${role}:`);
    expect(compose).toContain('./service-role.sql:/docker-entrypoint-initdb.d/');
  });
});

function baseOf(name: string): string {
  return name.replace(/_(?:bucket|sum|count)$/, '');
}
