/** Prometheus' own promtool on the alerts, their tests, and the expressions of the dashboard. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, '..');
const CACHE = join(DEPLOY, '../.cache/deploy');
const ALERTS = 'alerts.yaml';
const TESTS = 'alerts.test.yaml';

/** Checks the rules and the dashboard. `inChart` is the specification that the chart makes of the rules. */
export async function checkPrometheus(inChart) {
  const promtool = await promtoolProgram();
  const alerts = parse(await readFile(join(DEPLOY, 'prometheus', ALERTS), 'utf8'));
  const tests = await readFile(join(DEPLOY, 'prometheus', TESTS), 'utf8');
  assert.deepEqual(inChart, alerts, 'the chart has other alerts');
  const rules = alerts.groups.flatMap((group) => group.rules);

  await mkdir(CACHE, { recursive: true });
  const directory = await mkdtemp(join(CACHE, 'rules-'));
  const failureWith = async (changed) => {
    await writeFile(join(directory, ALERTS), stringify(changed));
    await writeFile(join(directory, TESTS), tests);
    return run(promtool, ['test', 'rules', TESTS], { cwd: directory }).then(
      () => undefined,
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );
  };
  try {
    await run(promtool, ['check', 'rules', '--lint-fatal', join(DEPLOY, 'prometheus', ALERTS)]);
    assert.equal(await failureWith(alerts), undefined);
    // Each test must notice an alert that never fires, and one that always does.
    for (const { alert } of rules) {
      for (const expr of ['vector(1) > 2', 'vector(1)']) {
        const changed = structuredClone(alerts);
        changed.groups.flatMap((group) => group.rules).find((rule) => rule.alert === alert).expr = expr;
        assert.match((await failureWith(changed)) ?? 'no failure', new RegExp(alert), `${alert} as ${expr}`);
      }
    }
    console.log(
      `alerts: ${rules.length} are tested, and each test notices one that never fires, and one that always does`,
    );

    const expressions = await dashboardExpressions();
    assert.equal(await refusal(promtool, directory, expressions), undefined);
    assert.match(
      await refusal(promtool, directory, [...expressions, 'rate(commerce_http_requests_total)']),
      /range vector/,
    );
    console.log(`dashboard: promtool understands ${expressions.length} expressions`);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The expressions of the dashboard, with its variables as Grafana fills them in. */
async function dashboardExpressions() {
  const dashboard = JSON.parse(await readFile(join(DEPLOY, 'grafana/commerce-api.json'), 'utf8'));
  const variables = dashboard.templating.list.map(({ name }) => name);
  return dashboard.panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) => {
      const filled = expr.replaceAll(/\$__(rate_interval|range)\b/g, '5m').replaceAll(/\$(\w+)/g, (whole, name) => {
        assert(variables.includes(name), `the dashboard has no variable ${whole}`);
        return '.*';
      });
      return filled;
    });
}

/** What promtool says against expressions; undefined: nothing. */
async function refusal(promtool, directory, expressions) {
  const file = join(directory, 'dashboard.yaml');
  const rules = expressions.map((expr, index) => ({ record: `panel:expression:${index}`, expr }));
  await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
  return run(promtool, ['check', 'rules', file]).then(
    () => undefined,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

/** Prometheus' promtool: PROMTOOL_PATH, one of the PATH, or the one of Debian's package, of which nothing is started. */
async function promtoolProgram() {
  const own = join(CACHE, 'prometheus/usr/bin/promtool');
  const known = [
    process.env.PROMTOOL_PATH,
    ...process.env.PATH.split(delimiter).map((path) => join(path, 'promtool')),
    own,
  ];
  const found = known.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  const directory = join(CACHE, `prometheus.${process.pid}`);
  await mkdir(directory, { recursive: true });
  try {
    const download = () => run('apt-get', ['download', 'prometheus'], { cwd: directory });
    // A new machine has no lists of packages yet.
    await download().catch(() => run('apt-get', ['update', '-qq']).then(download));
    const [file] = (await readdir(directory)).filter((name) => name.endsWith('.deb'));
    await run('dpkg-deb', ['--extract', file, '.'], { cwd: directory });
    await rename(directory, join(CACHE, 'prometheus'));
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(`promtool is needed: install Prometheus, or set PROMTOOL_PATH (${String(error)})`, {
      cause: error,
    });
  }
  return own;
}
