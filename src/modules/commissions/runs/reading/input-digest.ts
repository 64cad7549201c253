import type { PlanInForce } from '../../plans/index.js';

/** A row of {@link DIGEST}: counts and sums as texts. */
export interface DigestRow {
  readonly rows: string;
  readonly members: string;
  /** The highest uid among them. Absent in runs from before it was kept. */
  readonly lastUid?: string | null;
  readonly titles: string;
  readonly states: string;
  readonly edges: string;
  readonly posted: string;
  /** The inputs that bonuses read. Absent if no bonus of the plan reads any. */
  readonly inputs?: string;
}

/**
 * What a run has read, in few words that the database can tell again. They are equal if nothing of it has changed, and almost
 * certainly differ if something has. Rows of the ledger never change; rows of the network are closed and followed by others.
 */
export interface InputDigest extends DigestRow {
  /** The version that holds for the period, and whether it is its first. */
  readonly plan: string;
}

const HELD = `t.from_at < $2 AND (t.to_at IS NULL OR t.to_at >= $2)`;
const OF_IDS = `concat_ws(' ', count(*), sum(hashint8extended(t.id, 0)))`;

/** The digest of the period from `$1` to `$2`, without the plan. */
export const DIGEST = `SELECT
  (SELECT concat_ws(' ', count(*), sum(t.id)) FROM volume_rows t WHERE t.at >= $1 AND t.at < $2) AS rows,
  (SELECT concat_ws(' ', count(*), sum(hashint8extended(t.uid, 0))) FROM network_members t WHERE t.enrolled_at < $2) AS members,
  (SELECT max(t.uid)::text FROM network_members t WHERE t.enrolled_at < $2) AS "lastUid",
  (SELECT concat_ws(' ', count(*), sum(hashtextextended(t.title_rank, t.uid))) FROM network_members t
    WHERE t.enrolled_at < $2 AND t.title_rank IS NOT NULL) AS titles,
  (SELECT ${OF_IDS} FROM network_states t WHERE ${HELD}) AS states,
  (SELECT ${OF_IDS} FROM network_edges t WHERE ${HELD}) AS edges,
  (SELECT ${OF_IDS} FROM commission_runs t WHERE (t.status = 'posted' OR t.kind = 'correction' AND t.status = 'approved') AND t.to_at <= $1) AS posted`;

/** The digest of the inputs `$1` before `$2`: their rows never change. */
export const INPUTS_DIGEST = `SELECT concat_ws(' ', count(*), sum(hashint8extended(t.id, 0))) AS inputs
  FROM commission_inputs t WHERE t.name = ANY ($1::text[]) AND t.at < $2`;

/** The whole digest. */
export function digestOf(row: DigestRow, inForce: PlanInForce | undefined): InputDigest {
  const { rows, members, lastUid, titles, states, edges, posted, inputs } = row;
  const plan = inForce === undefined ? '' : `${inForce.id} ${inForce.isFirst ? 'first' : 'later'}`;
  const ofInputs = inputs === undefined ? {} : { inputs };
  return { rows, members, lastUid, titles, states, edges, posted, ...ofInputs, plan };
}

/** What is compared; `lastUid` is a part of the members. */
type Part = Exclude<keyof InputDigest, 'lastUid'>;

const PARTS: Readonly<Record<Part, string>> = {
  rows: 'rows of the volume ledger',
  members: 'members',
  titles: 'title ranks',
  states: 'kinds or statuses of members',
  edges: 'places in the network',
  posted: 'posted periods',
  inputs: 'inputs of bonuses',
  plan: 'the plan',
};

/** What of a run's input is another than it was, in words; undefined if it is the same. */
export function changedSince(read: InputDigest, now: InputDigest): string | undefined {
  const changed = (Object.keys(PARTS) as Part[]).filter((part) => read[part] !== now[part]);
  return changed.length === 0 ? undefined : changed.map((part) => PARTS[part]).join(', ');
}
