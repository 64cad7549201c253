export { WishlistAdministration } from './wishlist-administration.js';
export type { WishlistUpdatedData } from './wishlist.events.js';
export { WishlistModule } from './wishlist.module.js';
export { WishedProductView } from './wishlist.views.js';
