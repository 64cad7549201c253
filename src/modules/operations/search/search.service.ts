import { Injectable } from '@nestjs/common';
import { may, type Caller } from '#common/access/index.js';
import { hasTrigram } from '#common/database/index.js';
import { DEFAULT_LIMIT, FOUND_KINDS, type FindQuery, type FoundKindView } from './search.dto.js';
import { CommissionKinds, ShopKinds, type Kind } from './search.kinds.js';
import { toFoundView } from './search.rules.js';

/** One search over the lists of all kinds. */
@Injectable()
export class SearchService {
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
