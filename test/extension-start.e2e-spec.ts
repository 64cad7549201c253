import { Injectable, Module, type Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ConfigError } from '#common/config/config-error.js';
import { migrate } from '#common/migrate.js';
import {
  AdminController,
  BestEffortListener,
  Bonus,
  ClientController,
  DurableListener,
  Endpoint,
  Hook,
  Job,
  JobType,
  Settings,
  planFields,
  z,
  type EventType,
  type Extension,
  type HookPoint,
  type Permission,
} from '../src/index.js';
import { startTestApp } from './support/start-test-app.js';
import { createTestDatabase } from './support/test-database.js';

class ShopSettings extends Settings(
  z.object({
    SHOP_DAYS: z.coerce.number().int().min(1).default(30).describe('days until a bonus ends'),
    SHOP_TOKEN: z.string().min(20).describe('the token of the mailer'),
  }),
) {}

class OrderMessage {}
const EVENT = { aggregate: 'shop', data: OrderMessage, summary: '-', description: '-' };

function moduleOf(...providers: Type[]): Type {
  @Module({ providers })
  class WrongModule {}
  return WrongModule;
}

function withControllers(...controllers: Type[]): Type {
  @Module({ controllers })
  class WrongModule {}
  return WrongModule;
}

@Injectable()
class UnknownHook {
  @Hook('order.eat' as HookPoint)
  eat(): void {}
}

@Injectable()
class UnknownEvent {
  @BestEffortListener('order.eaten' as EventType)
  hear(): void {}
}

@Injectable()
class UnknownDurableEvent {
  @DurableListener('shop.hear', 'order.eaten' as EventType)
  async hear(): Promise<void> {}
}

@Injectable()
class TwoOfOneName {
  @DurableListener('shop.hear', 'order.paid')
  async one(): Promise<void> {}

  @DurableListener('shop.hear', 'order.placed')
  async other(): Promise<void> {}
}

@Injectable()
class NeverScheduled {
  @Job(new JobType('shop.daily', { schedule: 'every day' }))
  async work(): Promise<void> {}
}

@ClientController('shop', { tag: 'Shop', access: 'user' })
class OneShopController {
  @Endpoint('GET one', { id: 'readShop', summary: '-', answer: null })
  read(): void {}
}

@ClientController('shop', { tag: 'Shop', access: 'user' })
class OtherShopController {
  @Endpoint('GET other', { id: 'readShop', summary: '-', answer: null })
  list(): void {}
}

@ClientController('shop', { tag: 'Shop', access: 'user' })
class ThirdShopController {
  @Endpoint('GET one', { id: 'readShopAgain', summary: '-', answer: null })
  again(): void {}
}

@AdminController('orders', 'Shop', 'orders.read')
class OrderAgainController {
  @Endpoint('GET :number', { id: 'adminReadOrderAgain', summary: '-', answer: null })
  read(): void {}
}

/** As from JavaScript: the types refuse what is wrong. */
const WrongBonus = Bonus() as ClassDecorator;

@Injectable()
@WrongBonus
class BareBonus {
  readonly type = 'bare';
}

@Injectable()
@WrongBonus
class OneBonus {
  readonly type: string = 'shop-bonus';
  readonly schema = z.strictObject({ type: z.literal('shop-bonus') });
}

@Injectable()
@WrongBonus
class OtherBonus extends OneBonus {}

@Injectable()
@WrongBonus
class OwnBonus extends OneBonus {
  override readonly type = 'unilevel';
}

@AdminController('shop', 'Shop', 'shop.read' as Permission)
class UndeclaredController {
  @Endpoint('GET', { id: 'adminReadShop', summary: '-', answer: null })
  read(): void {}
}

/** A type of bonus whose schema is wrong; it has no other parts, as nothing reads them. */
function bonusOf(schema: z.ZodObject): Type {
  @Injectable()
  class RecruitBonus {
    readonly type = 'recruits';
    readonly schema = schema;
  }
  Bonus()(RecruitBonus as never);
  return moduleOf(RecruitBonus);
}

const permission = (name: string, roles: readonly string[] = ['support']): Extension => ({
  module: moduleOf(),
  permissions: { [name]: { roles, description: '-' } } as NonNullable<Exclude<Extension, Type>['permissions']>,
});
const event = (type: string): Extension => ({ module: moduleOf(), events: { [type]: EVENT } });

const SHOP: Extension = { module: moduleOf() };

/** Each is wrong in one way, and says so. */
const WRONG: [what: string, extensions: Extension[], message: string][] = [
  [
    'two operations of one id',
    [withControllers(OneShopController, OtherShopController)],
    'two routes have the operation id readShop: OneShopController.read and OtherShopController.list',
  ],
  [
    'two routes of one method and path',
    [withControllers(OneShopController, ThirdShopController)],
    'two routes have GET v1/shop/one: OneShopController.read and ThirdShopController.again',
  ],
  [
    "a route of the service's, by another name of its parameter",
    [withControllers(OrderAgainController)],
    'two routes have GET admin/api/orders/:id: AdminOrdersController.read and OrderAgainController.read',
  ],
  ['a type of bonus without a schema', [moduleOf(BareBonus)], 'BareBonus is a type of bonus without a schema'],
  [
    'a type of bonus of two classes',
    [moduleOf(OneBonus, OtherBonus)],
    'OneBonus and OtherBonus are both the type of bonus shop-bonus',
  ],
  [
    "a type of bonus of the service's",
    [moduleOf(OwnBonus)],
    'OwnBonus is the type of bonus unilevel, which the service has itself',
  ],
  ['an extension that is listed twice', [SHOP, SHOP], 'the extension WrongModule is listed twice'],
  [
    'an unknown hook point',
    [moduleOf(UnknownHook)],
    'UnknownHook.eat is a hook of order.eat, which is no hook point: cart.add',
  ],
  ['an unknown event', [moduleOf(UnknownEvent)], 'UnknownEvent.hear listens to order.eaten, which is no type of event'],
  [
    'an unknown event of a durable listener',
    [moduleOf(UnknownDurableEvent)],
    'the durable listener shop.hear listens to order.eaten, which is no type of event',
  ],
  ['two durable listeners of one name', [moduleOf(TwoOfOneName)], 'two methods do the job listener shop.hear'],
  [
    'a schedule that is none',
    [moduleOf(NeverScheduled)],
    'the schedule of the job shop.daily must be a cron pattern such as "0 4 * * *", not "every day"',
  ],
  [
    'a permission that nobody declares',
    [withControllers(UndeclaredController)],
    'UndeclaredController.read needs the permission shop.read, which nobody declares',
  ],
  [
    "a permission of the service's",
    [permission('payouts.release')],
    'the permission payouts.release is declared twice',
  ],
  [
    'a permission for those who are outside',
    [permission('shop.write', ['member'])],
    'the permission shop.write names member: it may be held by super_admin, finance',
  ],
  [
    'a permission with a bad name',
    [permission('my_shop.read')],
    'the permission "my_shop.read" must have a name such as loyalty.read: small letters, digits and -, with one dot',
  ],
  ["an event of the service's", [event('order.paid')], 'the event order.paid is declared twice'],
  [
    'an event of two extensions',
    [event('shop.opened'), event('shop.opened')],
    'the event shop.opened is declared twice',
  ],
  [
    'an event with a bad name',
    [event('my_shop.opened')],
    'the event "my_shop.opened" must have a name such as loyalty.earned, of at most 40 letters: small letters, digits, -',
  ],
  [
    'a type of bonus that plans name differently',
    [bonusOf(z.strictObject({ id: planFields.id, type: z.literal('recruit') }))],
    'the schema of RecruitBonus must be an object with id: planFields.id and type: z.literal("recruits")',
  ],
  [
    'a type of bonus of any name',
    [bonusOf(z.strictObject({ id: planFields.id, type: z.string() }))],
    'the schema of RecruitBonus must be an object with id: planFields.id and type: z.literal("recruits")',
  ],
  [
    'a type of bonus without an id',
    [bonusOf(z.strictObject({ type: z.literal('recruits') }))],
    'the schema of RecruitBonus must be an object with id: planFields.id and type: z.literal("recruits")',
  ],
  [
    'an invalid setting',
    [{ module: moduleOf(), settings: [ShopSettings] }],
    'SHOP_TOKEN must be set (the token of the mailer)',
  ],
  [
    'an extension for a later version',
    [{ module: moduleOf(), builtFor: '2.999.0' }],
    'WrongModule was built for version 2.999.0 of the service, and this is 2.',
  ],
  [
    'an extension for another major version',
    [{ module: moduleOf(), builtFor: '1.9.0' }],
    'WrongModule was built for version 1.9.0 of the service, and this is 2.',
  ],
];

describe('what is wrong at the start is said at the start', () => {
  for (const [what, extensions, message] of WRONG) {
    it(what, async () => {
      await expect(startTestApp({ extensions })).rejects.toMatchObject({
        name: 'ConfigError',
        message: expect.stringContaining(message),
      });
    });
  }

  it('a setting names itself and what it is for, and not its value, which may be secret', async () => {
    const start = startTestApp({
      extensions: [{ module: moduleOf(), settings: [ShopSettings] }],
      env: { SHOP_TOKEN: 'too-short-secret' },
    });
    await expect(start).rejects.toThrow(/^SHOP_TOKEN is invalid: .*\(the token of the mailer\)$/);
    await expect(start).rejects.not.toThrow(/too-short-secret/);
  });

  it('a setting that is no number says that it must be one', async () => {
    const env = { SHOP_DAYS: 'many', SHOP_TOKEN: 'x'.repeat(20) };
    const start = startTestApp({ extensions: [{ module: moduleOf(), settings: [ShopSettings] }], env });
    await expect(start).rejects.toThrow('SHOP_DAYS is invalid: it must be a number (days until a bonus ends)');
  });

  it('migrations name what is wrong with their names', async () => {
    class ShopTable {
      up = async (): Promise<void> => {};
      down = async (): Promise<void> => {};
    }
    class ShopTable1790000000001 extends ShopTable {}
    class Again extends ShopTable {
      name = 'ShopTable1790000000001';
    }
    await expect(migrate('', [ShopTable])).rejects.toThrow(
      new ConfigError('the name of the migration ShopTable must end with its time in milliseconds: 13 digits'),
    );
    await expect(migrate('', [ShopTable1790000000001, Again])).rejects.toThrow(
      new ConfigError('two migrations are named ShopTable1790000000001'),
    );
  });

  it('a migration that fails names its class, the error and the statement', async () => {
    class ShopBroken1790000000001 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE shop_kept (id int)');
        await runner.query('ALTER TABLE shop_nothing ADD COLUMN id int');
      }
      async down(): Promise<void> {}
    }
    const database = await createTestDatabase();
    try {
      await expect(migrate(database.url, [ShopBroken1790000000001])).rejects.toThrow(
        'the migration ShopBroken1790000000001 failed: relation "shop_nothing" does not exist in: ALTER TABLE shop_nothing ADD COLUMN id int',
      );
      expect(await database.query(`SELECT 1 FROM pg_tables WHERE tablename = 'shop_kept'`)).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
