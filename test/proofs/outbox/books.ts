import { Injectable, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { DurableListener, type DurableContext, type EventOf } from '#common/events/index.js';
import { until } from '#test/support/until.js';

/** Of all calls, the share that fails before it has an effect, and the one that fails after it. */
const FAILS_BEFORE = 0.05;
const FAILS_AFTER = 0.05;

/** How long the last calls may take: those that failed wait for their turn. */
const DRAIN_MS = 240_000;

const CALL = statement('proof.call', 'INSERT INTO proof_calls (event) VALUES ($1)');
const BOOK = statement(
  'proof.book',
  'INSERT INTO proof_books (key, event) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING',
);
const GIVE = statement(
  'proof.give',
  `INSERT INTO proof_points (type, points) VALUES ($1, 1) ON CONFLICT (type) DO UPDATE SET points = proof_points.points + 1`,
);

/** An extension that gives a point for each event: what it lost, or gave twice, is seen. */
@Injectable()
class Books {
  constructor(private readonly db: Database) {}

  @DurableListener('proof.book', '*')
  async book({ id, type }: EventOf, { key }: DurableContext): Promise<void> {
    if (Math.random() < FAILS_BEFORE) throw new Error('proof: fails before its effect');
    await this.db.transaction(async (tx) => {
      await this.db.change(tx, CALL, [id]);
      if ((await this.db.change(tx, BOOK, [key, id])) === 1) await this.db.change(tx, GIVE, [type]);
    });
    if (Math.random() < FAILS_AFTER) throw new Error('proof: fails after its effect');
  }
}

@Module({ providers: [Books] })
export class BooksModule {}

/** The tables of the extension. */
export class ProofBooks1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE proof_calls (event uuid NOT NULL)');
    await runner.query('CREATE TABLE proof_books (key text PRIMARY KEY, event uuid NOT NULL)');
    await runner.query('CREATE TABLE proof_points (type text PRIMARY KEY, points integer NOT NULL)');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('never reverted'));
  }
}

/** What the books say when nothing is left to be booked. */
export interface Booked {
  /** Events, and calls that had their effect, also those that had it again. */
  events: number;
  calls: number;
  /** Committed events without a point, points of events that were not committed, and points given twice. */
  lost: number;
  ghosts: number;
  twice: number;
}

const READ = `
  SELECT (SELECT count(*)::int FROM events WHERE sequence > $1) AS events,
         (SELECT count(*)::int FROM proof_calls) AS calls,
         (SELECT count(*)::int FROM events e WHERE sequence > $1 AND NOT EXISTS (SELECT FROM proof_books b WHERE b.event = e.id)) AS lost,
         (SELECT count(*)::int FROM proof_books b WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = b.event)) AS ghosts,
         (SELECT coalesce(sum(points), 0)::int FROM proof_points) - (SELECT count(DISTINCT event)::int FROM proof_books) AS twice`;

/**
 * Waits until no job of the listener is left, and reads the books.
 * @param start the sequence of the last event before the run: of a first start, listeners are told nothing
 */
export async function readBooks(pool: Pool, start: number): Promise<Booked> {
  const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'listener proof.book' LIMIT 1`;
  await until(async () => (await pool.query(waiting)).rowCount === 0, DRAIN_MS, 'durable listeners are not done');
  return (await pool.query<Booked>(READ, [start])).rows[0]!;
}
