import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { type Page, type SearchQuery, Pager } from '#common/http/pagination.js';
import { IS_ERASED, UsersService } from '../users/index.js';
import { UserNote } from './note.entity.js';
import { type NewNoteDto, toUserNoteView, type UserNoteView } from './notes.dto.js';

/** Notes about one user. */
const MOST = 500;

export const TOO_MANY_NOTES = failure(PEOPLE.too_many_notes, { example: { count: MOST } });

/** What admins write about users, for each other: no endpoint for members has them, nor does the export of a user's data. */
@Injectable()
export class Notes {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Notes about a user, newest first.
   * @throws AppError NOT_FOUND for an unknown user
   */
  async list(uid: number, query: SearchQuery): Promise<Page<UserNoteView>> {
    await this.users.assertExists(uid);
    const all = this.db.manager
      .createQueryBuilder(UserNote, 'n')
      .where('n.uid = :uid', { uid })
      .orderBy('n.id', 'DESC');
    return Pager.list(query, all, { search: 'n.text ILIKE :search' }, toUserNoteView);
  }

  /**
   * Writes a note; audited, without its text, which goes with the user.
   * @throws AppError NOT_FOUND for an unknown user; CONFLICT for one who has erased themselves, or has 500 notes
   */
  async add(caller: Caller, uid: number, { text }: NewNoteDto): Promise<UserNoteView> {
    return this.db.transaction(async (tx) => {
      const user = await this.users.lock(tx, uid);
      if (user === null) throw AppError.notFound('user');
      if (user.erasedAt !== null) throw AppError.of(IS_ERASED);
      if ((await tx.countBy(UserNote, { uid })) >= MOST) throw AppError.of(TOO_MANY_NOTES, { count: MOST });
      const { identifiers } = await tx.insert(UserNote, { uid, text, byUid: caller.uid });
      const view = toUserNoteView(await tx.findOneByOrFail(UserNote, { id: identifiers[0]!.id as number }));
      const act = { action: 'user.note', entityType: 'user', entityId: uid, after: { note_id: view.id } };
      await this.audit.record(tx, { ...caller, actsFor: uid }, act);
      return view;
    });
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(UserNote, { uid });
  }
}
