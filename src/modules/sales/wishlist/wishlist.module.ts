import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { UsersModule } from '#people/users/index.js';
import { WishlistItem } from './wishlist-item.entity.js';
import { AdminUserWishlistController, WishlistController } from './wishlist.controller.js';
import { WISHLIST_EVENTS } from './wishlist.events.js';
import { WishlistPersonalData } from './wishlist-personal-data.js';
import { WishlistService } from './wishlist.service.js';

/** The wishlist. */
@Events(WISHLIST_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([WishlistItem]), UsersModule],
  controllers: [WishlistController, AdminUserWishlistController],
  providers: [WishlistPersonalData, WishlistService],
})
export class WishlistModule {}
