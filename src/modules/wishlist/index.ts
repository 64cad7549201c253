export { WishlistAdministration } from './wishlist-administration.js';
export { WishlistModule } from './wishlist.module.js';
export { WishedProductView } from './wishlist.views.js';
