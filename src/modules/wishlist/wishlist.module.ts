import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WishlistController } from './wishlist.controller.js';
import { WishlistItem } from './wishlist-item.entity.js';
import { WishlistService } from './wishlist.service.js';

/** The wishlist. */
@Module({
  imports: [TypeOrmModule.forFeature([WishlistItem])],
  controllers: [WishlistController],
  providers: [WishlistService],
})
export class WishlistModule {}
