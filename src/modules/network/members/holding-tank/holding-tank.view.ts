import { ApiProperty } from '#common/openapi/decorators.js';
import type { TankRow } from './admin-holding-tank.queries.js';
import type { WaitingRow } from './holding-tank.queries.js';

/** A distributor who waits to be placed. */
export class WaitingMemberView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria' })
  first_name!: string;

  @ApiProperty({ type: String, example: 'Schmidt' })
  last_name!: string;

  @ApiProperty({ type: String, nullable: true, example: 'DE' })
  country_code!: string | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  enrolled_at!: string;

  @ApiProperty({
    type: String,
    example: '2026-12-21T08:30:00.000Z',
    description: 'then the service places the member, breadth first',
  })
  placed_at_latest!: string;
}

/** A distributor who waits in the holding tank of a sponsor. */
export class AdminWaitingView extends WaitingMemberView {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: nobody, then it becomes a root' })
  sponsor_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the sponsor' })
  sponsor!: string | null;
}

/** A place in the placement tree. */
export class PlacedMemberView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: 'integer', example: 3 })
  parent_uid!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  leg!: number;
}

export function toWaitingMemberView(row: WaitingRow): WaitingMemberView {
  return {
    uid: row.uid,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    country_code: row.country_code,
    enrolled_at: row.enrolled_at.toISOString(),
    placed_at_latest: row.placed_at_latest.toISOString(),
  };
}

export function toAdminWaitingView(row: TankRow): AdminWaitingView {
  return { ...toWaitingMemberView(row), sponsor_uid: row.sponsor_uid, sponsor: row.sponsor };
}
