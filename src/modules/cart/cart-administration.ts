import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access/index.js';
import { UsersService } from '../users/index.js';
import { CartService } from './cart.service.js';
import type { CartView } from './cart.views.js';

/** Everybody's carts, for the admin module. Section 8 of the decisions. */
@Injectable()
export class CartAdministration {
  constructor(
    private readonly users: UsersService,
    private readonly cart: CartService,
  ) {}

  /**
   * The cart of a user, at the prices that the user pays; audited. None is made by reading.
   * @param uid as it stands in the path
   * @throws AppError NOT_FOUND for an unknown user
   */
  async read(caller: Caller, uid: string): Promise<CartView> {
    return this.cart.read({ ...caller, actsFor: await this.users.resolve(uid) });
  }
}
