import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import {
  changesOf,
  ApprovableAction,
  NO_MONEY,
  toAuditedDecision,
  numberAsked,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
  type Summary,
} from '../approvals/index.js';
import { losesAdmin, UserChanges, type ApprovableChange } from './user-changes.js';
import type { User } from './user.entity.js';
import { toUserView } from './user.dto.js';
import { UsersService } from './users.service.js';

/** Who is to be changed, and how. */
export interface DemotedUser {
  readonly uid: number;
  readonly change: ApprovableChange;
}

/** Taking a role from somebody who may approve something, or deactivating them. They have no say in it. */
@Injectable()
export class Demotion extends ApprovableAction<DemotedUser> {
  readonly kind = 'user.demote';
  readonly permission = 'users.roles';

  constructor(
    private readonly users: UsersService,
    private readonly changes: UserChanges,
  ) {
    super();
  }

  keyOf({ uid }: DemotedUser): string {
    return String(uid);
  }

  override concerned({ uid }: DemotedUser): readonly number[] {
    return [uid];
  }

  /** Deactivating them, unless roles are named. */
  override subjectOf(asked: ApprovalForecastQuery): DemotedUser {
    const { roles } = asked;
    const change: ApprovableChange =
      roles === undefined ? { status: 'inactive' } : { roles: roles.split(',') as Role[] };
    return { uid: numberAsked(asked), change };
  }

  override async involved(tx: EntityManager, { uid, change }: DemotedUser): Promise<Involved> {
    const user = await this.users.find(tx, uid);
    if (user === null) throw AppError.notFound('user');
    return { contributors: [], isExempt: !this.changes.losesApproval(user, change) };
  }

  async describe(tx: EntityManager, subject: DemotedUser): Promise<Described> {
    const user = await this.lock(tx, subject);
    const { uid, username, roles, status } = user;
    const { custom_fields: _, ...change } = subject.change;
    return {
      lookedAt: { roles, status },
      contributors: [],
      effect: {
        ...worded(username, change),
        ...NO_MONEY,
        members: 1,
        people: [{ uid, username, amount: null }],
        changes: changesOf(toUserView(user), change),
      },
    };
  }

  async carryOut(tx: EntityManager, subject: DemotedUser, decided: Decided): Promise<void> {
    await this.changes.write(tx, decided.by, { ...subject, decision: toAuditedDecision(decided) });
  }

  /**
   * The user, locked; super admins are locked before, in order, to prevent deadlocks.
   * @throws AppError NOT_FOUND
   */
  async lock(tx: EntityManager, { uid, change }: DemotedUser): Promise<User> {
    if (losesAdmin(change)) await this.users.lockSuperAdmins(tx);
    const user = await this.users.lock(tx, uid);
    if (user === null) throw AppError.notFound('user');
    return user;
  }
}

function worded(name: string, { status, roles = [] }: ApprovableChange): Summary {
  const left = roles.join(', ');
  return status === 'inactive'
    ? {
        summary: `Deactivates ${name}, who may approve.`,
        summary_de: `Deaktiviert ${name}; das Konto darf Freigaben erteilen.`,
      }
    : {
        summary: `Takes roles from ${name}, who may approve. Roles left: ${left || 'none'}.`,
        summary_de: `Entzieht ${name} Rollen, mit denen Freigaben möglich sind; es bleiben: ${left || 'keine'}.`,
      };
}
