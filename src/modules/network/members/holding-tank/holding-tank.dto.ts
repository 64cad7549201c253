import { ListSearchQuery } from '#common/audit/admin-lists.js';
import { IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import { IntegerField } from '#common/validation/index.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';

/** Where a member who waits is to stand. */
export class PlaceMemberDto {
  @IntegerField({ description: 'a member in the holding tank', example: 46 }) uid!: number;

  @IntegerField({ description: 'the parent: the sponsor, or a member placed below the sponsor', example: 23 })
  parent_uid!: number;

  @IntegerField({ max: MAX_WIDTH, description: 'a free leg of the parent', example: 1 }) leg!: number;
}

/** Deeper nobody pages; a search or a sponsor finds the rest. */
const MAX_OFFSET = 100_000;

/** Filters of who waits. */
export class HoldingTankQuery extends ListSearchQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OFFSET,
    default: 0,
    description: 'number of entries to skip',
    example: 0,
  })
  declare offset?: number;

  @IntegerField({ optional: true, description: 'only members in the holding tank of this member', example: 3 })
  sponsor_uid?: number;
}

/** A distributor who waits to be placed. */
export class WaitingMemberView {
  @IntegerProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria') first_name!: string;
  @TextProperty('Schmidt') last_name!: string;
  @TextProperty('DE', { nullable: true }) country_code!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z') enrolled_at!: string;

  @TextProperty('2026-12-21T08:30:00.000Z', 'then the service places the member, breadth first')
  placed_at_latest!: string;
}

/** A distributor who waits in the holding tank of a sponsor. */
export class AdminWaitingView extends WaitingMemberView {
  @IntegerProperty(3, 'null: the member becomes a root', { nullable: true }) sponsor_uid!: number | null;
  @TextProperty('alice', 'username of the sponsor', { nullable: true }) sponsor!: string | null;
}

/** A place in the placement tree. */
export class PlacedMemberView {
  @IntegerProperty(12) uid!: number;
  @IntegerProperty(3) parent_uid!: number;
  @IntegerProperty(1) leg!: number;
}

/** A row of who waits. */
export type WaitingRow<View extends WaitingMemberView> = Omit<View, 'enrolled_at' | 'placed_at_latest'> &
  Record<'enrolled_at' | 'placed_at_latest', Date>;

export function toWaitingView<View extends WaitingMemberView>(
  row: WaitingRow<View>,
): Omit<View, 'enrolled_at' | 'placed_at_latest'> & Pick<WaitingMemberView, 'enrolled_at' | 'placed_at_latest'> {
  return { ...row, enrolled_at: row.enrolled_at.toISOString(), placed_at_latest: row.placed_at_latest.toISOString() };
}
