import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../access/index.js';
import { auditValues, insertActs, type AuditedAct } from '../audit/index.js';
import { Database, statement } from '../database/index.js';
import { newId } from '../ids.js';
import type { EventData } from './event-payloads.js';
import type { Aggregate, EventType } from './event-types.js';
import { ExtensionRegistry } from './extension-registry.js';

// The one clock that all instances share: receivers compare the times of two events of one thing.
const NOW = `(SELECT date_trunc('milliseconds', clock_timestamp()))`;

const INSERT = statement(
  'events.insert',
  `INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp) VALUES ($1, $2, $3, $4, $5, ${NOW})
   RETURNING timestamp`,
);

// One row tells the time of all.
const INSERT_AUDITED = statement(
  'events.insert-audited',
  `WITH entries AS (
     ${insertActs(2)}
   ), happened AS (
     INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
     SELECT e.id, e.type, e.aggregate_type, e.aggregate_id, e.data, ${NOW}
       FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, type text, aggregate_type text, aggregate_id text, data jsonb)
     RETURNING timestamp
   )
   SELECT timestamp FROM happened LIMIT 1`,
);

/** What a statement gives for each event that it has written. */
interface Written {
  timestamp: Date;
}

/** What happened, to what, and what is told of it. */
type Happening<Type extends EventType = EventType> = {
  [One in Type]: { type: One; aggregate: Aggregate; data: EventData<One> };
}[Type];

/** An event that has just been written. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: EventType;
  /** What it happened to. */
  readonly aggregate: Aggregate;
  readonly data: object;
}

/**
 * Takes part in the recording of events: it writes what else belongs to them, in their transaction. What it throws rolls
 * the change back.
 */
export type RecordingPart = (tx: EntityManager, events: readonly RecordedEvent[]) => Promise<void>;

/** Writes events into the outbox, in the transaction of the change they tell of. Section 7 of the decisions. */
@Injectable()
export class EventRecorder {
  private readonly parts: RecordingPart[] = [];

  constructor(
    private readonly db: Database,
    private readonly extensions: ExtensionRegistry,
  ) {}

  /** Lets a room take part in every recording from now on; for rooms that `common` does not know. */
  takePart(part: RecordingPart): void {
    this.parts.push(part);
  }

  /**
   * Records that something happened. Listeners hear of it once the transaction has committed.
   * @param data what webhooks and listeners are told, as JSON; amounts as `toJsonNumber` gives them
   */
  async record<Type extends EventType>(
    tx: EntityManager,
    type: Type,
    aggregate: Aggregate,
    data: EventData<Type>,
  ): Promise<void> {
    const id = newId();
    const values = [id, type, aggregate.type, String(aggregate.id), JSON.stringify(data)];
    let timestamp = '';
    this.db.send<Written>(tx, INSERT, values, ([written]) => (timestamp = written!.timestamp.toISOString()));
    for (const part of this.parts) await part(tx, [{ id, type, aggregate, data }]);
    this.db.afterCommit(tx, () => this.extensions.notify({ id, type, timestamp, data }));
  }

  /**
   * Records events of one request and the acts that brought them about, in the audit log, with one statement. The events
   * keep their order, and have the same time.
   */
  async recordAudited(
    tx: EntityManager,
    caller: Caller,
    happenings: readonly Happening[],
    acts: readonly AuditedAct[],
  ): Promise<void> {
    const recorded: RecordedEvent[] = happenings.map((happening) => ({ id: newId(), ...happening }));
    const rows = recorded.map(({ id, type, aggregate, data }) => {
      return { id, type, aggregate_type: aggregate.type, aggregate_id: String(aggregate.id), data };
    });
    const values = [JSON.stringify(rows), ...auditValues(caller, acts)];
    let timestamp = '';
    this.db.send<Written>(
      tx,
      INSERT_AUDITED,
      values,
      ([written]) => (timestamp = written?.timestamp.toISOString() ?? ''),
    );
    if (rows.length === 0) return;
    for (const part of this.parts) await part(tx, recorded);
    this.db.afterCommit(tx, () => {
      for (const { id, type, data } of recorded) this.extensions.notify({ id, type, timestamp, data });
    });
  }
}
