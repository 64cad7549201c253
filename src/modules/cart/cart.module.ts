import { Module } from '@nestjs/common';
import { CartCheckout } from './cart-checkout.js';
import { CartPricer } from './cart-pricer.js';
import { CartController } from './cart.controller.js';
import { CartService } from './cart.service.js';

/** The cart. Its rows are orders in state `cart`: the orders room owns the tables and takes the cart over when it is placed. */
@Module({
  controllers: [CartController],
  providers: [CartService, CartPricer, CartCheckout],
  exports: [CartCheckout],
})
export class CartModule {}
