import { Module } from '@nestjs/common';
import { ApiEvents } from '../../common/openapi/index.js';
import { UsersModule } from '../users/index.js';
import { CartAdministration } from './cart-administration.js';
import { CartCheckout } from './cart-checkout.js';
import { CartPricer } from './cart-pricer.js';
import { CART_EVENTS } from './cart.events.js';
import { CartController } from './cart.controller.js';
import { CartService } from './cart.service.js';

/** The cart. Its rows are orders in state `cart`: the orders room owns the tables and takes the cart over when it is placed. */
@ApiEvents(CART_EVENTS)
@Module({
  imports: [UsersModule],
  controllers: [CartController],
  providers: [CartService, CartPricer, CartCheckout, CartAdministration],
  exports: [CartAdministration, CartCheckout],
})
export class CartModule {}
