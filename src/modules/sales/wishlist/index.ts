export type { WishlistUpdatedData } from './wishlist.events.js';
