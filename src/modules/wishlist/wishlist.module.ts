import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { UsersModule } from '../users/index.js';
import { WishlistAdministration } from './wishlist-administration.js';
import { WishlistController } from './wishlist.controller.js';
import { WISHLIST_EVENTS } from './wishlist.events.js';
import { WishlistItem } from './wishlist-item.entity.js';
import { WishlistService } from './wishlist.service.js';

/** The wishlist. */
@ApiEvents(WISHLIST_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([WishlistItem]), UsersModule],
  controllers: [WishlistController],
  providers: [WishlistService, WishlistAdministration],
  exports: [WishlistAdministration],
})
export class WishlistModule {}
