import { Param, Res, Body, Controller, VERSION_NEUTRAL, Module } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BuiltPagesController } from '#common/http/built-pages.js';
import { Bare } from '#common/http/envelope.js';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Access, type Caller, CallerParam } from '#common/access/index.js';
import { EmailField, IntegerField } from '#common/validation/index.js';
import { OrderReturnDto, type OrderView, OrdersModule } from '#sales/orders/index.js';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { UsersModule } from '#people/users/index.js';
import { StorefrontPages } from './storefront-pages.js';
import { type Mail, ShopBackEnd } from './shop-back-end.service.js';

/** The example shop of the demo: all that it shows comes from the client API. */
@PublicController('shop')
class StorefrontController extends BuiltPagesController {
  constructor(private readonly shop: StorefrontPages) {
    super(shop);
  }

  /** Where the API is, and the key of the shop's application, which is public. */
  @Endpoint('GET config.json')
  @Bare()
  config(): Promise<object> {
    return this.shop.describe();
  }

  /** Pictures of the demo's bundles. */
  @Endpoint('GET pictures/:file')
  async picture(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    await this.file(reply, 'pictures', file, { maxAge: '1d' });
  }
}

/** Whose mailbox. */
class MailboxDto {
  @EmailField() email!: string;
}

/** What is paid. */
class PaymentDto {
  @IntegerField({ description: 'id of the order', example: 5 }) order_id!: number;
}

/**
 * What the company of a shop does beside the API, so that the demo has all of it: its mailer, its payment provider and its
 * returns desk. No part of the API: a real shop has its own.
 */
@Controller({ path: 'shop/back-end', version: VERSION_NEUTRAL })
@Access('user')
class BackEndController {
  constructor(private readonly backEnd: ShopBackEnd) {}

  /** Not a GET: showing an e-mail sends it, and the token in it is made. */
  @Endpoint('POST mail')
  @Access('application')
  mail(@Body() { email }: MailboxDto): Promise<Mail[]> {
    return this.backEnd.mailFor(email);
  }

  @Endpoint('POST pay')
  pay(@CallerParam() caller: Caller, @Body() { order_id }: PaymentDto): Promise<OrderView> {
    return this.backEnd.pay(caller, order_id);
  }

  @Endpoint('POST return')
  return(@CallerParam() caller: Caller, @Body() dto: OrderReturnDto): Promise<OrderView> {
    return this.backEnd.takeBack(caller, dto);
  }
}

/** Serves the example shop of the demo at /shop/. Its source is the workspace `examples/storefront`. */
@Module({
  imports: [ClientAppsModule, OrdersModule, UsersModule],
  controllers: [BackEndController, StorefrontController],
  providers: [ShopBackEnd, StorefrontPages],
})
export class StorefrontModule {}
