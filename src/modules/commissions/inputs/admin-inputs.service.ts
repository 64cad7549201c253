import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { instantOf } from '#common/validation/index.js';
import { InstalledBonuses } from '../plans/index.js';
import { CommissionInput } from './input.entity.js';
import {
  toCommissionInputView,
  toDeclaredInputView,
  type CommissionInputsQuery,
  CommissionInputView,
  type DeclaredInputView,
  type PutCommissionInputsDto,
} from './inputs.dto.js';
import { CommissionInputs } from './inputs.service.js';

/** Reads inputs in the admin module, and puts them in. */
@Injectable()
export class AdminInputs {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
    private readonly bonuses: InstalledBonuses,
    private readonly inputs: CommissionInputs,
    private readonly audit: AuditLog,
  ) {}

  /** The inputs that there are, by name. */
  declared(): DeclaredInputView[] {
    const inputs = [...this.bonuses.types.inputs.values()];
    return inputs.sort((one, other) => (one.name < other.name ? -1 : 1)).map(toDeclaredInputView);
  }

  /** What was put in, newest first; `count` ends where the offset does. */
  list(query: CommissionInputsQuery, reader?: Caller): Promise<ListAnswer<CommissionInputView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: CommissionInputsQuery): AdminList<CommissionInput, CommissionInputView, CommissionInputsQuery> {
    const { from, to } = query;
    const all = this.db.manager
      .createQueryBuilder(CommissionInput, 'i')
      .orderBy('i.at', 'DESC')
      .addOrderBy('i.id', 'DESC');
    if (from !== undefined) all.andWhere('i.at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('i.at < :to', { to: instantOf(to) });
    const filters = { name: 'i.name = :name', uid: 'i.uid = :uid' };
    const file = {
      name: 'commission-inputs',
      entityType: 'commission_input',
      of: CommissionInputView,
      uidOf: (row: CommissionInputView) => row.uid,
    };
    return { query, all: this.replica.through(all), filters, view: toCommissionInputView, most: COUNTED_ROWS, file };
  }

  /**
   * Puts values in, all or none; audited.
   * @returns what was written; values of a lasting input that held already are not among it
   * @throws AppError VALIDATION for an unknown input, a wrong value, or who is no member; CONFLICT in a posted period
   */
  async put(caller: Caller, { name, at, reason, values }: PutCommissionInputsDto): Promise<CommissionInputView[]> {
    const input = this.bonuses.types.inputs.get(name);
    if (input === undefined) throw AppError.ofField('VALIDATION', 'name', 'is read by no type of bonus');
    return this.db.transaction(async (tx) => {
      const from = instantOf(at);
      const by = { byUid: caller.uid, reason, ...(from === undefined ? {} : { at: from }) };
      const ids = await this.inputs.put(tx, input, values, by);
      const rows = await tx.find(CommissionInput, { where: { id: In(ids) }, order: { uid: 'ASC' } });
      const act = { action: 'commission_input.put', entityType: 'commission_input', entityId: name };
      await this.audit.record(tx, caller, { ...act, after: { name, at: at ?? null, reason, values } });
      return rows.map(toCommissionInputView);
    });
  }
}
