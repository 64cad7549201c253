import { Body, Controller, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, type Caller, CallerParam } from '#common/access/index.js';
import { Endpoint } from '#common/http/endpoint.js';
import { EmailField, IntegerField } from '#common/validation/index.js';
import { OrderReturnDto, type OrderView } from '#sales/orders/index.js';
import { type Mail, ShopBackEnd } from './shop-back-end.service.js';

/** Whose mailbox. */
class MailboxQuery {
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
export class BackEndController {
  constructor(private readonly backEnd: ShopBackEnd) {}

  @Endpoint('GET mail')
  @Access('application')
  mail(@Query() { email }: MailboxQuery): Promise<Mail[]> {
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
