import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { WishlistItem } from './wishlist-item.entity.js';

/** Wishes in the export and the erasure of their user. */
@Injectable()
export class WishlistPersonalData {
  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const items = await tx.find(WishlistItem, { where: { uid }, order: { addedAt: 'DESC' }, take: 1_000 });
    const views = items.map(({ productId, addedAt }) => ({ product_id: productId, added_at: addedAt.toISOString() }));
    add('wishlist', views);
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(WishlistItem, { uid });
  }
}
