import type { Pool } from 'pg';

/** A row of the service's tables that was changed, and committed. */
export interface Change {
  table: string;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Columns whose value is another, for an update. */
  columns: readonly string[];
}

/** What a change happened with. */
export interface Occasion {
  operationId: string;
  method: string;
  hasIdempotencyKey: boolean;
  refused: boolean;
  /** A proposal has lapsed over it, which is kept though the request is refused. */
  hasLapsed: boolean;
}

/** Whether a change is that of a proposal which is about what is no more. */
export function isLapse({ table, op, columns }: Change): boolean {
  return table === 'approvals' && op === 'UPDATE' && columns.every((column) => LAPSING.has(column));
}

/** The triggers of this run's database: nothing is changed in the service for them, and what is rolled back leaves none. */
const TRIGGERS = `
  CREATE SCHEMA proof;
  CREATE TABLE proof.journal (id bigserial PRIMARY KEY, name text, op text, columns text[]);
  CREATE FUNCTION proof.note() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed text[] := '{}';
    name text := coalesce(pg_partition_root(TG_RELID)::text, TG_TABLE_NAME);
  BEGIN
    -- An import goes on after its answer, in a transaction with tables of its own.
    IF to_regclass('pg_temp.import_rows') IS NOT NULL THEN RETURN NULL; END IF;
    -- Failed logins of super admins are noted beside their request, a moment later.
    IF name = 'audit_entries' AND to_jsonb(NEW) ->> 'action' = 'login.failed' THEN RETURN NULL; END IF;
    IF TG_OP = 'UPDATE' THEN
      SELECT coalesce(array_agg(n.key), '{}') INTO changed
        FROM jsonb_each(to_jsonb(NEW)) n WHERE n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key;
      IF changed = '{}' THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO proof.journal (name, op, columns) VALUES (name, TG_OP, changed);
    RETURN NULL;
  END $$;
  DO $$
  DECLARE name text;
  BEGIN
    -- A partition has the triggers of its table.
    FOR name IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition LOOP
      EXECUTE format('CREATE TRIGGER proof_note AFTER INSERT OR UPDATE OR DELETE ON public.%I
                        FOR EACH ROW EXECUTE FUNCTION proof.note()', name);
    END LOOP;
  END $$;`;

/** What renews tokens: a refresh token that comes once too often ends its session. */
const RENEWALS = new Set(['getToken', 'getOAuthToken']);

/** What is written of a proposal that lapses. */
const LAPSING = new Set(['reason', 'status', 'decided_at']);

/** What housekeeping deletes once its time has passed. */
const KEPT_FOR_A_WHILE = new Set(['sso_tickets', 'webhook_attempts']);

/** Tells what was changed by each request: every change of a row, as it is committed. */
export class Journal {
  private last = '0';

  constructor(private readonly pool: Pool) {}

  /** Begins; once the tables are there. */
  async begin(): Promise<void> {
    await this.pool.query(TRIGGERS);
  }

  /** What was changed since the last time. */
  async read(): Promise<Change[]> {
    const { rows } = await this.pool.query<Change & { id: string }>({
      name: 'journal',
      text: 'SELECT id, name AS "table", op, columns FROM proof.journal WHERE id > $1 ORDER BY id',
      values: [this.last],
    });
    this.last = rows.at(-1)?.id ?? this.last;
    return rows;
  }
}

/**
 * Whether a change may happen with a request that was refused, or that only reads: what counts failures, what the service
 * notes beside requests, and what ends a stolen session.
 */
export function isExpected({ table, op, columns }: Change, occasion: Occasion): boolean {
  // A wrong guess of one's own password takes the confirmation back.
  if (table === 'sessions' && op === 'UPDATE' && columns.every((column) => column === 'confirmed_at')) return true;
  if (occasion.hasLapsed && op === 'INSERT' && (table === 'events' || table === 'audit_entries')) return true;
  switch (table) {
    case 'approvals':
      return occasion.hasLapsed && op === 'UPDATE';
    // Failed logins are counted; instances give signs of life.
    case 'rate_limits':
    case 'job_workers':
    case 'traffic':
    case 'refused_requests':
    case 'day_figures':
      return true;
    // An import goes on after its answer; what is no file is not kept.
    case 'long_jobs':
    case 'import_chunks':
    case 'imports':
      return op !== 'INSERT' || occasion.operationId.startsWith('adminImport');
    // Sums over posted runs are kept, soon after the posting or when they are first asked for.
    case 'commission_fairness':
      return op !== 'DELETE';
    // Readiness writes, to see whether it can.
    case 'write_probe':
      return op === 'UPDATE' && occasion.operationId === 'getReadiness';
    case 'application_keys':
      return op === 'UPDATE' && columns.every((column) => column === 'last_used_at');
    // A refusal is an answer that is given again.
    case 'idempotency_records':
      return occasion.hasIdempotencyKey || op === 'DELETE';
    // The first secret is made for whoever asks first: a super admin, or the first delivery.
    case 'webhook_secrets':
      return occasion.operationId === 'adminGetWebhook' ? op === 'INSERT' && !occasion.refused : op === 'DELETE';
    // Housekeeping cancels what can never be sent, every ten minutes.
    case 'webhook_deliveries':
      if (op === 'UPDATE') return columns.every((column) => column === 'status' || column === 'finished_at');
      return (RENEWALS.has(occasion.operationId) && occasion.refused) || op === 'DELETE';
    // A refresh token that is presented once too often ends its session, which its application is told.
    case 'sessions':
    case 'refresh_tokens':
    case 'events':
      return (RENEWALS.has(occasion.operationId) && occasion.refused) || op === 'DELETE';
    // Reading another user's data, or a secret, is audited. An order refused for another total shows the cart.
    case 'audit_entries':
      return op === 'INSERT' && (!occasion.refused || occasion.operationId === 'createOrder');
    default:
      return op === 'DELETE' && KEPT_FOR_A_WHILE.has(table);
  }
}
