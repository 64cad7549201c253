import { Query, Module, Injectable } from '@nestjs/common';
import { type Caller, CallerParam, may } from '#common/access/index.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PayoutsModule } from '#commissions/payouts/index.js';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { UsersModule } from '#people/users/index.js';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { BundlesModule } from '#sales/bundles/index.js';
import { FindQuery, FoundKindView, DEFAULT_LIMIT, FOUND_KINDS } from './search.dto.js';
import { CommissionKinds, ShopKinds, type Kind } from './search.kinds.js';
import { hasTrigram } from '#common/database/index.js';
import { toFoundView } from './search.rules.js';

/** One search over the lists of all kinds. */
@Injectable()
class SearchService {
  private readonly kinds: readonly Kind[];

  constructor(shop: ShopKinds, commissions: CommissionKinds) {
    const rank = ({ kind }: Kind): number => FOUND_KINDS.indexOf(kind);
    this.kinds = [...shop.all, ...commissions.all].sort((one, other) => rank(one) - rank(other));
  }

  /** What is found of the kinds that the caller may read, all searched at once; kinds with nothing are left out. */
  async find(caller: Caller, { q, limit = DEFAULT_LIMIT }: FindQuery): Promise<FoundKindView[]> {
    const search = q.trim();
    // No index finds a part that is so short: on the way to a longer text, millions of rows would be read.
    const exactOnly = !hasTrigram(search);
    const found = await Promise.all(
      this.kinds
        .filter(({ permission }) => may(caller, permission))
        .map(async (kind) => {
          const { count, results } = await kind.find(caller, { search, limit, exactOnly });
          return { kind: kind.kind, count, results: results.map((one) => toFoundView(one, search)) };
        }),
    );
    return found.filter(({ results }) => results.length > 0);
  }
}

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
