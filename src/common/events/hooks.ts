import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * The points at which an extension may take part in a change, with what it is told. Each room adds its own by declaration
 * merging, beside the code that runs it.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- rooms fill it by declaration merging
export interface HookPoints {}

export type HookPoint = keyof HookPoints;

/** A hook: it runs inside the transaction of the change, and refuses it by throwing an AppError. */
export type HookMethod<Point extends HookPoint> = (
  tx: EntityManager,
  context: HookPoints[Point],
) => void | Promise<void>;

/** Metadata key of {@link Hook}. */
export const HOOK = 'extension:hook';

/**
 * Marks a provider's method as a hook. An extension's hooks run in the order in which its modules were given.
 * @example
 * ```ts
 * @Injectable()
 * class OneStarterKit {
 *   @Hook('cart.add')
 *   refuseSecond(tx: EntityManager, { quantity }: HookPoints['cart.add']) {
 *     if (quantity > 1) throw new AppError('CONFLICT', 'one starter kit is enough');
 *   }
 * }
 * ```
 */
export function Hook<Point extends HookPoint>(point: Point) {
  return <Method extends HookMethod<Point>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HOOK, point)(target, name, descriptor as PropertyDescriptor);
  };
}
