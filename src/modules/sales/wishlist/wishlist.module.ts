import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { UsersModule } from '#people/users/index.js';
import { WishlistController } from './wishlist.controller.js';
import { WISHLIST_EVENTS } from './wishlist.events.js';
import { WishlistItem } from './wishlist-item.entity.js';
import { WishlistService } from './wishlist.service.js';
import { AdminUserWishlistController } from './admin-user-wishlist.controller.js';

/** The wishlist. */
@Events(WISHLIST_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([WishlistItem]), UsersModule],
  controllers: [WishlistController, AdminUserWishlistController],
  providers: [WishlistService],
})
export class WishlistModule {}
