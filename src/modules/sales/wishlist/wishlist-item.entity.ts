import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A product on a user's wishlist. See docs/spec/commerce-api.md#2.2. */
@Entity('wishlist_items')
@Index('wishlist_items_newest', ['uid', 'addedAt', 'productId'])
export class WishlistItem {
  @PrimaryColumn('bigint') uid!: number;
  @PrimaryColumn('bigint', { name: 'product_id' }) productId!: number;
  @Column('timestamptz', { name: 'added_at', default: () => 'clock_timestamp()' }) addedAt!: Date;
}
