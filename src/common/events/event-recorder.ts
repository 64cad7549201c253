import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../access/index.js';
import { auditValues, insertEntries, type AuditedAct } from '../audit/audit-log.js';
import { Database, statement, type Statement } from '../database/index.js';
import { newId } from '../ids.js';
import { DurableListeners } from './durable-listeners.js';
import { eventDeclaration, type Aggregate, type EventData, type EventType, type RecordedEvent } from './event-types.js';
import { INSERT_EVENTS } from './event.queries.js';
import { HandlerRegistry } from './handlers.js';

// The database's clock, which all instances share: receivers compare the times of two events of one aggregate.
const NOW = `(SELECT date_trunc('milliseconds', clock_timestamp()))`;

const INSERT = statement(
  'events.insert',
  `${INSERT_EVENTS} VALUES ($1, $2, $3, $4, $5, ${NOW})
   RETURNING timestamp`,
);

// All have the same time, so one row is enough.
const INSERT_ALL = `recorded AS (
     ${INSERT_EVENTS}
     SELECT e.id, e.type, e.aggregate_type, e.aggregate_id, e.data, ${NOW}
       FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, type text, aggregate_type text, aggregate_id text, data jsonb)
     RETURNING timestamp
   )
   SELECT timestamp FROM recorded LIMIT 1`;

const INSERT_MANY = statement('events.insert-many', `WITH ${INSERT_ALL}`);

const INSERT_AUDITED = statement(
  'events.insert-audited',
  `WITH entries AS (
     ${insertEntries(2)}
   ), ${INSERT_ALL}`,
);

/** The result of both statements. */
interface Written {
  timestamp: Date;
}

/** An event to record: its type, aggregate and data. */
export type NewEvent<Type extends EventType = EventType> = {
  [One in Type]: { type: One; aggregateId: Aggregate['id']; data: EventData<One> };
}[Type];

/** Writes events into the outbox, in the transaction of the change. See docs/spec/service.md#7. */
@Injectable()
export class EventRecorder {
  constructor(
    private readonly db: Database,
    private readonly handlers: HandlerRegistry,
    private readonly durable: DurableListeners,
  ) {}

  /**
   * Records an event. Subscribers are called at once, listeners once the transaction has committed.
   * @param aggregateId the id of the aggregate, whose kind the event type declares
   * @param data the payload for webhooks and listeners, as JSON; amounts as returned by `toJsonNumber`
   * @throws whatever a subscriber throws
   */
  async record<Type extends EventType>(
    tx: EntityManager,
    type: Type,
    aggregateId: Aggregate['id'],
    data: EventData<Type>,
  ): Promise<void> {
    const event = made({ type, aggregateId, data } as NewEvent);
    const values = [event.id, type, event.aggregate.type, String(aggregateId), JSON.stringify(data)];
    await this.write(tx, INSERT, values, [event]);
  }

  /**
   * Records some thousands of events with one statement; for more, call it several times. They keep their order, and have the
   * same time.
   * @throws whatever a subscriber throws
   */
  async recordMany(tx: EntityManager, events: readonly NewEvent[]): Promise<void> {
    const recorded = events.map(made);
    await this.write(tx, INSERT_MANY, [JSON.stringify(recorded.map(rowOf))], recorded);
  }

  /**
   * Records the events of one request and their audit entries, with one statement. The events keep their order, and have
   * the same time.
   * @throws whatever a subscriber throws
   */
  async recordAudited(
    tx: EntityManager,
    caller: Caller,
    events: readonly NewEvent[],
    entries: readonly AuditedAct[],
  ): Promise<void> {
    const recorded = events.map(made);
    const values = [JSON.stringify(recorded.map(rowOf)), ...auditValues(caller, entries)];
    await this.write(tx, INSERT_AUDITED, values, recorded);
  }

  private async write(
    tx: EntityManager,
    sql: Statement,
    values: unknown[],
    events: readonly RecordedEvent[],
  ): Promise<void> {
    let timestamp = '';
    this.db.send<Written>(tx, sql, values, ([written]) => (timestamp = written?.timestamp.toISOString() ?? ''));
    await this.handlers.runSubscribers(tx, events);
    await this.durable.add(tx, events);
    // A million events are not held for nobody.
    if (!this.handlers.hasListeners(events)) return;
    this.db.afterCommit(tx, () => {
      for (const { id, type, data } of events) this.handlers.notifyListeners({ id, type, timestamp, data });
    });
  }
}

function rowOf({ id, type, aggregate, data }: RecordedEvent): object {
  return { id, type, aggregate_type: aggregate.type, aggregate_id: String(aggregate.id), data };
}

function made({ type, aggregateId, data }: NewEvent): RecordedEvent {
  const aggregate = { type: eventDeclaration(type).aggregate, id: aggregateId };
  return { id: newId(), type, aggregate, data } as RecordedEvent;
}
