import { Body, Query } from '@nestjs/common';
import {
  AdminController,
  AppError,
  AuditLog,
  CallerParam,
  CustomFieldStore,
  Database,
  Endpoint,
  numberInPath,
  Page,
  PageQuery,
  Pager,
  statement,
  type Caller,
} from 'direct-selling-commerce-api';
import { Ledger } from './ledger.js';
import { AccountView, EntryView, GivePointsDto, MemberAccountView, toEntryView } from './loyalty.dto.js';
import { OWN_POINTS } from './loyalty.messages.js';

const UidParam = numberInPath('uid', 'the member', 5);

const LIST = statement(
  'loyalty.list',
  `SELECT uid, tier, points, redeeming, (count(*) OVER ())::int AS count
     FROM loyalty_accounts ORDER BY points DESC, uid LIMIT $1 OFFSET $2`,
);

@AdminController('loyalty', 'Loyalty', { read: 'loyalty.read', write: 'loyalty.write' })
export class AdminLoyaltyController {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly audit: AuditLog,
    private readonly fields: CustomFieldStore,
  ) {}

  @Endpoint('GET', { id: 'adminListLoyaltyAccounts', summary: 'List points', answer: MemberAccountView, paged: true })
  async list(@Query() query: PageQuery): Promise<Page<MemberAccountView>> {
    const { limit, offset } = Pager.bounds(query);
    const found = await this.db.query<MemberAccountView & { count: number }>(null, LIST, [limit, offset]);
    const rows = found.map(({ count: _, ...account }) => account);
    return new Page(query, { rows, count: found[0]?.count ?? 0 });
  }

  @Endpoint('GET :uid', { id: 'adminReadLoyaltyAccount', summary: 'Read the points of a member', answer: AccountView })
  read(@UidParam() uid: number): Promise<AccountView> {
    return this.ledger.read(null, uid);
  }

  @Endpoint('GET :uid/entries', {
    id: 'adminListLoyaltyEntries',
    summary: 'List changes',
    answer: EntryView,
    paged: true,
  })
  async entries(@UidParam() uid: number, @Query() query: PageQuery): Promise<Page<EntryView>> {
    const { rows, count } = await this.ledger.entries(uid, query);
    return new Page(query, { rows: rows.map(toEntryView), count });
  }

  @Endpoint('POST :uid', { id: 'adminGivePoints', summary: 'Give or take points', answer: AccountView })
  async give(
    @CallerParam() caller: Caller,
    @UidParam() uid: number,
    @Body() { points, reason }: GivePointsDto,
  ): Promise<AccountView> {
    if (uid === caller.uid) throw new AppError('PERMISSION_DENIED', OWN_POINTS);
    return this.db.transaction(async (tx) => {
      // 404 for who does not exist.
      await this.fields.read(tx, 'users', uid);
      const before = await this.ledger.lock(tx, uid);
      await this.ledger.book(tx, uid, { kind: 'given', points, ...(points > 0 && { from: new Date() }) });
      const after = await this.ledger.read(tx, uid);
      const act = { action: 'loyalty.give', entityType: 'user', entityId: uid };
      await this.audit.record(tx, caller, { ...act, before, after: { ...after, reason } });
      return after;
    });
  }
}
