import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { parseId } from '#common/ids.js';
import type { Tree } from './edge.entity.js';
import type { PositionData } from './members.events.js';
import { BEGIN_EDGE, COUNT_FRONTLINE, END_EDGE, LOCK_MEMBERS, POSITION } from './members.queries.js';
import type { Doer } from './placement/placement.service.js';

/** How many members stand one level below somebody. */
export interface FrontlineCount {
  readonly members: number;
  readonly distributors: number;
}

/** Members of the network, and their edges. */
@Injectable()
export class Members {
  constructor(private readonly db: Database) {}

  /** Locks members until the transaction ends, in one order; those of them that there are. */
  async lock(tx: EntityManager, uids: readonly number[]): Promise<number[]> {
    return (await this.db.query<{ uid: number }>(tx, LOCK_MEMBERS, [uids])).map(({ uid }) => uid);
  }

  /** Where a member stands; null for who is not placed. */
  async position(tx: EntityManager | null, tree: Tree, uid: number): Promise<PositionData | null> {
    return (await this.db.queryOne<PositionData>(tx, POSITION, [tree, uid])) ?? null;
  }

  async frontline(tx: EntityManager, tree: Tree, uid: number): Promise<FrontlineCount> {
    return (await this.db.queryOne<FrontlineCount>(tx, COUNT_FRONTLINE, [tree, uid]))!;
  }

  /**
   * Takes a member out of its place. The member must be locked.
   * @param at from when on; the instant of what it follows from, or null for now
   */
  async leave(tx: EntityManager, tree: Tree, uid: number, at: Date | null): Promise<Date | undefined> {
    return (await this.db.queryOne<{ at: Date }>(tx, END_EDGE, [tree, uid, at]))?.at;
  }

  /**
   * Puts a member into another place, with all below it. The member must be locked.
   * @returns since when; undefined when somebody stands there
   */
  async put(
    tx: EntityManager,
    tree: Tree,
    uid: number,
    { parent_uid, leg }: PositionData,
    { byUid, reason }: Doer,
  ): Promise<Date | undefined> {
    const left = await this.leave(tx, tree, uid, null);
    const values = [tree, uid, parent_uid, leg, left ?? null, byUid, reason];
    return (await this.db.queryOne<{ at: Date }>(tx, BEGIN_EDGE, values))?.at;
  }
}

/**
 * The uid of a member in a path.
 * @throws AppError NOT_FOUND for what is no uid
 */
export function uidOf(text: string): number {
  const uid = parseId(text);
  if (uid === undefined) throw AppError.notFound('member');
  return uid;
}
