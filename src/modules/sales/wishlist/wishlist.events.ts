import { ChoiceProperty, IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';

const WISHLIST_CHANGES = ['added', 'removed'] as const;
export type WishlistChange = (typeof WISHLIST_CHANGES)[number];

/** `wishlist.updated`. See docs/spec/service.md#7. */
export class WishlistUpdatedData {
  @IntegerProperty(5, 'owner of the wishlist') uid!: number;
  @ChoiceProperty(WISHLIST_CHANGES, 'added') change!: WishlistChange;
  @IntegerProperty(11, 'id of the variant') product_id!: number;
  @TextProperty('starter-kit') bundle_id!: string;
  @TextProperty('STARTER-S') sku!: string;
}

export const WISHLIST_EVENTS = {
  'wishlist.updated': {
    aggregate: 'wishlist',
    data: WishlistUpdatedData,
    summary: 'A product was added to a wishlist or removed from it',
    description: 'Not sent when a product disappears from wishlists because it is deleted from the catalogue.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof WISHLIST_EVENTS> {}
}
