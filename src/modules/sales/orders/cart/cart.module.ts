import { Module } from '@nestjs/common';
import { Events } from '#common/events/index.js';
import { UsersModule } from '#people/users/index.js';
import { CartPricer } from './cart-pricer.js';
import { AdminUserCartController, CartController } from './cart.controller.js';
import { CART_EVENTS } from './cart.events.js';
import { CartRenewal } from './carts-after-restore.js';
import { CartService } from './cart.service.js';

/** The cart: an order in status `cart`. */
@Events(CART_EVENTS)
@Module({
  imports: [UsersModule],
  controllers: [CartController, AdminUserCartController],
  providers: [CartService, CartPricer, CartRenewal],
  exports: [CartService, CartRenewal],
})
export class CartModule {}
