import { Query, Module } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PayoutsModule } from '#commissions/payouts/index.js';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { UsersModule } from '#people/users/index.js';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { BundlesModule } from '#sales/bundles/index.js';
import { FindQuery, FoundKindView } from './search.dto.js';
import { SearchService } from './search.service.js';
import { CommissionKinds, ShopKinds } from './search.kinds.js';

/** One search over everything, in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'search',
  { name: 'Admin: search', order: 105, description: 'One search over everything that the user may read.' },
  'account.read',
)
class AdminSearchController {
  constructor(private readonly search: SearchService) {}

  @Endpoint('GET', {
    id: 'adminFind',
    summary: 'Find anything',
    description:
      'Users, orders, bundles, applications, runs, plans, payouts and product types by what their lists are searched by, a few of each kind, exact matches first; a text without three letters or digits in a row finds exact matches alone. Each kind needs the permission of its own list; of others nothing is found. Kinds without results are left out.',
    answer: FoundKindView,
    isArray: true,
  })
  @Costly()
  find(@CallerParam() caller: Caller, @Query() query: FindQuery): Promise<FoundKindView[]> {
    return this.search.find(caller, query);
  }
}

/** One search over everything. */
@Module({
  imports: [UsersModule, ClientAppsModule, BundlesModule, RunsModule, PlansModule, PayoutsModule],
  controllers: [AdminSearchController],
  providers: [ShopKinds, CommissionKinds, SearchService],
})
export class SearchModule {}
