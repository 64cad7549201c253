import { Injectable } from '@nestjs/common';
import type { Caller, Permission } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { StreamedAnswer } from '#common/http/downloads.js';
import { PayoutsReader } from '#commissions/payouts/index.js';
import { PlansService } from '#commissions/plans/index.js';
import { RunsReader } from '#commissions/runs/index.js';
import { UserList } from '#people/users/index.js';
import { ApplicationsService } from '#platform/client-apps/index.js';
import { BundleList, ProductTypesService } from '#sales/bundles/index.js';
import { OrderList } from '#sales/orders/index.js';
import type { FoundKind } from './search.dto.js';
import { shownSkus, type Listed } from './search.rules.js';

/** The search of a list, which finds exact matches first. */
interface ListSearch {
  readonly search: string;
  readonly limit: number;
  readonly exactOnly: boolean;
}

/** A kind of what can be found, by the search of its own list. */
export interface Kind {
  readonly kind: FoundKind;
  /** Of its list. */
  readonly permission: Permission;
  readonly find: (caller: Caller, query: ListSearch) => Promise<{ count: number; results: Listed[] }>;
}

/** People, and what is sold to them. */
@Injectable()
export class ShopKinds {
  readonly all: readonly Kind[];

  constructor(
    users: UserList,
    orders: OrderList,
    bundles: BundleList,
    types: ProductTypesService,
    applications: ApplicationsService,
  ) {
    this.all = [
      kind('user', 'users.read', users.list.bind(users), ({ uid, username, email, first_name, last_name, status }) => ({
        id: uid,
        title: username,
        details: [`${first_name} ${last_name}`.trim(), email],
        status,
        names: [email],
      })),
      kind('order', 'orders.read', orders.list.bind(orders), ({ id, order_number, username, name, status }) => ({
        id,
        title: order_number,
        details: [username, name],
        status,
      })),
      kind('bundle', 'bundles.read', bundles.list.bind(bundles), (bundle, text) => {
        const skus = bundle.varients.map((variant) => String(variant['product-sku']));
        const details = [bundle.bundle_id, ...shownSkus(skus, text)];
        return { id: bundle.bundle_id, title: bundle.name, details, status: bundle.status, names: skus };
      }),
      kind(
        'application',
        'applications.read',
        (_, query) => applications.list(query),
        ({ id, name, status, client_type: type }) => ({ id, title: name, status, type }),
      ),
      kind(
        'product_type',
        'product-types.read',
        (_, query) => types.list(query),
        ({ name, label }) => ({ id: name, title: label, details: [name] }),
      ),
    ];
  }
}

/** What commissions are calculated by, and paid with. */
@Injectable()
export class CommissionKinds {
  readonly all: readonly Kind[];

  constructor(runs: RunsReader, plans: PlansService, payouts: PayoutsReader) {
    this.all = [
      kind(
        'run',
        'runs.read',
        (_, query) => runs.list(query),
        ({ id, period, kind: type, plan_name, status }) => ({ id, title: period, details: [plan_name], status, type }),
      ),
      kind(
        'plan',
        'plans.read',
        (_, query) => plans.list(query),
        ({ id, name, status }) => ({ id, title: name, status }),
      ),
      kind(
        'payout',
        'payouts.read',
        (_, query) => payouts.list(query),
        ({ id, status }) => ({ id, title: String(id), status }),
      ),
    ];
  }
}

/** @param view what is shown of one, given what was searched */
function kind<Item>(
  name: FoundKind,
  permission: Permission,
  list: (caller: Caller, query: ListSearch) => Promise<ListAnswer<Item>>,
  view: (item: Item, text: string) => Listed,
): Kind {
  return {
    kind: name,
    permission,
    find: async (caller, query) => {
      const page = await list(caller, query);
      if (page instanceof StreamedAnswer) throw new Error('a search reads pages');
      return { count: page.count, results: page.results.map((item) => view(item, query.search)) };
    },
  };
}
