import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError, Hook, type HookPoints } from 'direct-selling-commerce-api';

/** The bundle that this is about, and how many of each of its products a cart may hold. */
const BUNDLE_ID = 'starter-kit-basic';
const MOST = 2;

/** Hooks: they run inside the transaction of the change, and what they refuse does not happen. */
@Injectable()
export class StarterKitLimit {
  @Hook('cart.add')
  judgeAdd(_tx: EntityManager, line: HookPoints['cart.add']): void {
    refuseTooMany(line);
  }

  @Hook('cart.changeQuantity')
  judgeChange(_tx: EntityManager, line: HookPoints['cart.changeQuantity']): void {
    refuseTooMany(line);
  }
}

function refuseTooMany({ bundle_id, quantity }: HookPoints['cart.add']): void {
  if (bundle_id === BUNDLE_ID && quantity > MOST) {
    throw AppError.ofField('VALIDATION', 'quantity', `must be at most ${MOST} for a starter kit`);
  }
}
