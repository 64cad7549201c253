export type { WishlistUpdatedData } from './wishlist.events.js';
export { WishlistModule } from './wishlist.module.js';
