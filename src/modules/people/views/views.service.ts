import { Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import { may, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { UsersService } from '../users/index.js';
import { SavedView } from './view.entity.js';
import { toSavedViewView, type ChangeViewDto, type SavedViewView, type SaveViewDto } from './views.dto.js';

/** Views of one user: more would not be found again. */
const MOST_OF_LIST = 20;
const MOST = 200;

/** Shared views of others that a list shows, the newest. */
const MOST_SHARED = 50;

export const TOO_MANY_VIEWS = failure(PEOPLE.too_many_views, { example: { count: MOST_OF_LIST } });

export const VIEW_NAME_TAKEN = failure(PEOPLE.view_name_taken);

/** Saved views of lists in the admin module: everybody has their own, and sees what others share. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /** The caller's views of a list by name, and then the newest that others share. */
  async list({ uid }: Caller, list: string): Promise<SavedViewView[]> {
    const { manager } = this.db;
    const own = await manager.find(SavedView, { where: { uid, list }, order: { name: 'ASC', id: 'ASC' } });
    const shared = await manager.find(SavedView, {
      where: { list, isShared: true, uid: Not(uid) },
      order: { id: 'DESC' },
      take: MOST_SHARED,
    });
    return [...own, ...shared].map(toSavedViewView);
  }

  /**
   * Saves a view, in place of the caller's own of that name, if there is one; audited.
   * @throws AppError CONFLICT for one more than 20 of the list, or 200 in all
   */
  async save(caller: Caller, dto: SaveViewDto): Promise<SavedViewView> {
    const { list, name, query, column_order: columnOrder, hidden_columns: hiddenColumns, shared } = dto;
    const { uid } = caller;
    return this.db.transaction(async (tx) => {
      await this.users.lock(tx, uid);
      const before = await tx.findOne(SavedView, { where: { uid, list, name }, lock: { mode: 'pessimistic_write' } });
      if (before === null) await assertRoom(tx, uid, list);
      const isShared = shared ?? before?.isShared ?? false;
      const values = { uid, list, name, query, columnOrder, hiddenColumns, isShared };
      await tx.upsert(SavedView, values, ['uid', 'list', 'name']);
      const after = toSavedViewView(await tx.findOneByOrFail(SavedView, { uid, list, name }));
      await this.record(tx, caller, before === null ? 'view.create' : 'view.update', before, after);
      return after;
    });
  }

  /**
   * Renames, rearranges or shares one of the caller's views; a new name and sharing are audited.
   * @throws AppError NOT_FOUND; CONFLICT for a name that another of the list has
   */
  async change(caller: Caller, id: number, dto: ChangeViewDto): Promise<SavedViewView> {
    const { uid } = caller;
    return this.db.transaction(async (tx) => {
      await this.users.lock(tx, uid);
      const before = await tx.findOne(SavedView, { where: { id, uid }, lock: { mode: 'pessimistic_write' } });
      if (before === null) throw AppError.notFound('view');
      const { list } = before;
      const { name = before.name, shared: isShared, column_order: columnOrder, hidden_columns: hiddenColumns } = dto;
      if (name !== before.name && (await tx.existsBy(SavedView, { uid, list, name })))
        throw AppError.of(VIEW_NAME_TAKEN);
      await tx.update(SavedView, { id, uid }, { name, isShared, columnOrder, hiddenColumns });
      const after = toSavedViewView(await tx.findOneByOrFail(SavedView, { id, uid }));
      // How columns are arranged concerns nobody else.
      if (after.name !== before.name || after.shared !== before.isShared)
        await this.record(tx, caller, 'view.update', before, after);
      return after;
    });
  }

  /**
   * Deletes one of the caller's views; who grants roles may delete what others share. Audited.
   * @throws AppError NOT_FOUND
   */
  async delete(caller: Caller, id: number): Promise<void> {
    const mine = { id, uid: caller.uid };
    const where = may(caller, 'users.roles') ? [mine, { id, isShared: true }] : mine;
    await this.db.transaction(async (tx) => {
      const view = await tx.findOne(SavedView, { where, lock: { mode: 'pessimistic_write' } });
      if (view === null) throw AppError.notFound('view');
      await tx.delete(SavedView, { id });
      await this.record(tx, caller, 'view.delete', view, undefined);
    });
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(SavedView, { uid });
  }

  /** Without what is searched for: a person whom it names may be erased. */
  private async record(
    tx: EntityManager,
    caller: Caller,
    action: string,
    before: SavedView | null,
    after: SavedViewView | undefined,
  ): Promise<void> {
    await this.audit.record(tx, caller, {
      action,
      entityType: 'saved_view',
      entityId: (before ?? after)!.id,
      ...(before !== null && { before: toAudited(toSavedViewView(before)) }),
      ...(after !== undefined && { after: toAudited(after) }),
    });
  }
}

function toAudited({ list, name, shared }: SavedViewView): Pick<SavedViewView, 'list' | 'name' | 'shared'> {
  return { list, name, shared };
}

/** @throws AppError CONFLICT when the user, whose row is locked, has as many views as are kept */
async function assertRoom(tx: EntityManager, uid: number, list: string): Promise<void> {
  const ofList = await tx.countBy(SavedView, { uid, list });
  if (ofList >= MOST_OF_LIST) throw AppError.of(TOO_MANY_VIEWS, { count: ofList });
  const all = await tx.countBy(SavedView, { uid });
  if (all >= MOST) throw AppError.of(TOO_MANY_VIEWS, { count: all });
}
