import { Body, Query } from '@nestjs/common';
import { CallerParam, ClientController, Endpoint, Page, PageQuery, type Caller } from 'direct-selling-commerce-api';
import { Ledger } from './ledger.js';
import { AccountView, EntryView, RedemptionDto, toEntryView } from './loyalty.dto.js';

@ClientController('loyalty', { tag: 'Loyalty', access: 'user', scope: 'shop' })
export class LoyaltyController {
  constructor(private readonly ledger: Ledger) {}

  @Endpoint('GET account', { id: 'getLoyaltyAccount', summary: 'Read points and tier', answer: AccountView })
  read(@CallerParam() caller: Caller): Promise<AccountView> {
    return this.ledger.read(null, caller.actsFor);
  }

  @Endpoint('GET entries', {
    id: 'listLoyaltyEntries',
    summary: 'List changes of points',
    answer: EntryView,
    paged: true,
  })
  async entries(@CallerParam() caller: Caller, @Query() query: PageQuery): Promise<Page<EntryView>> {
    const { rows, count } = await this.ledger.entries(caller.actsFor, query);
    return new Page(query, { rows: rows.map(toEntryView), count });
  }

  @Endpoint('PUT redemption', { id: 'redeemPoints', summary: 'Redeem points by the next order', answer: AccountView })
  redeem(@CallerParam() caller: Caller, @Body() { points }: RedemptionDto): Promise<AccountView> {
    return this.ledger.redeem(caller.actsFor, points);
  }
}
