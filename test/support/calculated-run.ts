import { Calculation } from '#commissions/runs/calculation/calculation.service.js';
import type { NamedLine, NamedMember } from '@commerce/commission-engine';
import type { TestApp } from './start-test-app.js';

const UNIT = 10_000;
const MINOR = 100;

/** Does the job of a run here, as its own process would. */
export async function calculate(app: TestApp, runId: number, signal = new AbortController().signal): Promise<void> {
  await app.nest.get(Calculation, { strict: false }).calculate({ runId }, { signal, progress: () => undefined });
}

/** What the tables have of a run, as the engine names it. */
export interface StoredRun {
  readonly status: string;
  readonly error: string | null;
  readonly input_hash: string;
  readonly result_hash: string;
  readonly lines: readonly NamedLine[];
  readonly members: ReadonlyMap<number, NamedMember>;
  readonly carried: Readonly<Record<string, Readonly<Record<number, { left: number; right: number }>>>>;
}

/** Reads a run of whose plan the binary bonuses are these. */
export async function storedRun(app: TestApp, id: number, binaries: readonly string[] = []): Promise<StoredRun> {
  const query = <Row extends object>(sql: string): Promise<Row[]> => app.database.query<Row>(sql, [id]);
  const [run] = await query<Pick<StoredRun, 'status' | 'error' | 'input_hash' | 'result_hash'>>(
    'SELECT status, error, input_hash, result_hash FROM commission_runs WHERE id = $1',
  );
  const lines = await query<NamedLine & { number: number }>(
    `SELECT bonus, uid::integer AS payee, source_uid::integer AS source, level, rank, (amount * ${MINOR})::float8 AS amount
       FROM commission_lines WHERE run_id = $1 ORDER BY number`,
  );
  const members = await query<NamedMember & { uid: number }>(
    `SELECT uid::integer, (personal_volume * ${UNIT})::float8 AS personal, (group_volume * ${UNIT})::float8 AS group, active,
            rank, title_rank AS title FROM commission_members WHERE run_id = $1`,
  );
  const legs = await query<{ bonus: string; uid: number; left: number; right: number }>(
    `SELECT bonus, uid::integer, (left_out * ${UNIT})::float8 AS left, (right_out * ${UNIT})::float8 AS right
       FROM commission_legs WHERE run_id = $1 AND (left_out <> 0 OR right_out <> 0)`,
  );
  const carried: Record<string, Record<number, { left: number; right: number }>> = {};
  for (const bonus of binaries) carried[bonus] = {};
  for (const { bonus, uid, left, right } of legs) (carried[bonus] ??= {})[uid] = { left, right };
  return {
    ...run!,
    lines: lines.map((line) => withoutNulls(line)),
    members: new Map(members.map(({ uid, ...member }) => [uid, { ...member, ...named(member) }])),
    carried,
  };
}

/** Lines in an order of their own, to be compared. */
export function sortedLines(lines: readonly NamedLine[]): string[] {
  return lines
    .map(({ bonus, payee, source, level, rank, amount }) =>
      JSON.stringify([bonus, payee, source ?? null, level ?? null, rank ?? null, amount]),
    )
    .sort();
}

const named = ({ rank, title }: NamedMember): Pick<NamedMember, 'rank' | 'title'> => ({
  rank: rank ?? undefined,
  title: title ?? undefined,
});

function withoutNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}
