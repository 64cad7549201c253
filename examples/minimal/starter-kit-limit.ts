import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError, Hook, type HookPoints } from 'direct-selling-commerce-api';

const BUNDLE_ID = 'starter-kit-basic';

/** Maximum quantity per product of the bundle in a cart. */
const MAX_QUANTITY = 2;

/** Hooks: they run inside the transaction of the change, and reject it by throwing. */
@Injectable()
export class StarterKitLimit {
  @Hook('cart.add')
  checkAdd(_tx: EntityManager, line: HookPoints['cart.add']): void {
    refuseTooMany(line);
  }

  @Hook('cart.changeQuantity')
  checkChange(_tx: EntityManager, line: HookPoints['cart.changeQuantity']): void {
    refuseTooMany(line);
  }
}

function refuseTooMany({ bundle_id, quantity }: HookPoints['cart.add']): void {
  if (bundle_id === BUNDLE_ID && quantity > MAX_QUANTITY) {
    throw AppError.ofField('VALIDATION', 'quantity', `must be at most ${MAX_QUANTITY} for a starter kit`);
  }
}
