import pg from 'pg';
import type { Cluster } from '../support/cluster/cluster.js';
import type { Node } from '../support/cluster/node.js';
import { until } from '../support/until.js';

const SAME_MS = 120_000;

/** All of the tables that clients change, in a few words. */
const CONTENT = `SELECT concat_ws(' ',
  (SELECT count(*) || ' events ' || md5(string_agg(id::text, ',' ORDER BY sequence)) FROM events),
  (SELECT count(*) || ' orders ' || md5(string_agg(id || '-' || status || '-' || version, ',' ORDER BY id)) FROM orders),
  (SELECT count(*) || ' bundles ' || md5(string_agg(bundle_id || coalesce(deleted_at::text, ''), ',' ORDER BY bundle_id, deleted_at)) FROM bundles),
  (SELECT count(*) || ' users ' || md5(string_agg(username, ',' ORDER BY username)) FROM users),
  (SELECT count(*) || ' marks ' || md5(string_agg(mark::text, ',' ORDER BY mark)) FROM proof.marks)) AS content`;

/** Waits until all nodes hold the same; says what they hold when they do not. */
export async function compareNodes(cluster: Cluster): Promise<string[]> {
  let contents: string[] = [];
  const areSame = async (): Promise<boolean> => {
    contents = await Promise.all(cluster.nodes.map((node) => contentOf(cluster, node)));
    return new Set(contents).size === 1;
  };
  return until(areSame, SAME_MS, 'the nodes did not hold the same').then(
    () => [],
    (error: unknown) => [`${String(error)}: ${contents.join('; ')}`],
  );
}

async function contentOf(cluster: Cluster, node: Node): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlAt(node) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ content: string }>(CONTENT);
    return rows[0]!.content;
  } finally {
    await client.end();
  }
}
