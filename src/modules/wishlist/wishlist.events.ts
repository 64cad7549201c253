import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';

/** What can be done to a wishlist. */
const WISHLIST_CHANGES = ['added', 'removed'] as const;
export type WishlistChange = (typeof WISHLIST_CHANGES)[number];

/** `wishlist.updated`. Section 7 of the decisions. */
export class WishlistUpdatedData {
  @ApiProperty({ type: 'integer', example: 5, description: 'whose wishlist it is' })
  uid!: number;

  @ApiProperty({ type: String, enum: WISHLIST_CHANGES, example: 'added' })
  change!: WishlistChange;

  @ApiProperty({ type: 'integer', example: 11, description: 'id of the variant' })
  product_id!: number;

  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: String, example: 'STARTER-S' })
  sku!: string;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'wishlist.updated': WishlistUpdatedData;
  }
}

export const WISHLIST_EVENTS: DocumentedEvents = {
  'wishlist.updated': {
    data: WishlistUpdatedData,
    summary: 'A product was put on a wishlist, or taken off it',
    description: 'A product that is deleted from the catalogue leaves all wishlists without a word.',
  },
};
