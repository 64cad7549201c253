import { npm } from './npm.mjs';

/**
 * Asks the registry for advisories about what is in the lock. A registry that has no such address, or cannot be reached, is
 * said to be "not asked": that is no answer, and least of all a good one.
 * @param {boolean} mustAnswer whether no answer is a failure
 * @param {Record<string, string>} accepted advisory (`GHSA-…`) -> why it does no harm here
 * @returns {Promise<import('./report.mjs').Finding>}
 */
export async function checkAdvisories(root, accepted, mustAnswer) {
  const finding = { facts: [], problems: [] };
  const seen = new Set();
  let answers = 0;
  for (const [what, flags] of [
    ['production', ['--omit=dev']],
    ['all packages', []],
  ]) {
    const { stdout, stderr } = await npm(['audit', '--json', ...flags], root);
    const report = parse(stdout);
    if (report?.auditReportVersion !== 2) {
      const reason = report?.message ?? stderr.trim().split('\n').at(-1) ?? 'no answer';
      const line = `${what}: NOT ASKED. The registry answered no question about advisories (${withoutAddress(reason)}).`;
      (mustAnswer ? finding.problems : finding.facts).push(line);
      continue;
    }
    answers += 1;
    const advisories = advisoriesOf(report);
    for (const { id, name, severity, title } of advisories) {
      seen.add(id);
      if (!Object.hasOwn(accepted, id)) finding.problems.push(`${what}: ${id} (${severity}) in ${name}: ${title}`);
    }
    finding.facts.push(`${what}: the registry knows of ${advisories.length} advisories, each of them argued`);
  }
  if (answers === 2) {
    for (const id of Object.keys(accepted)) {
      if (!seen.has(id)) finding.problems.push(`${id} is argued in decisions.json, but no longer found: take it out`);
    }
  }
  return finding;
}

/** The advisories of an audit report, each once. */
function advisoriesOf({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      const id = /GHSA(-[0-9a-z]{4}){3}/.exec(cause.url ?? '')?.[0] ?? String(cause.source);
      found.set(id, { id, name: cause.name, severity: cause.severity, title: cause.title });
    }
  }
  return [...found.values()];
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Which registry is asked is the business of the machine, and may hold a credential. */
function withoutAddress(reason) {
  return reason.replace(/\s*-?\s*(GET|POST)?\s*https?:\/\/\S+/g, '');
}
