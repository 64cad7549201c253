import { Injectable } from '@nestjs/common';
import { assertOneself, type Caller } from '#common/access/index.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { SentTokens } from '#common/events/index.js';
import { OrderReturns, OrdersService, type OrderReturnDto, type OrderView } from '#sales/orders/index.js';
import { UsersService } from '#people/users/index.js';
import { DEMO_API_ADMIN, DEMO_SHOP_ID } from '../first-start/index.js';
import { StorefrontPages } from './storefront-pages.js';

/** An e-mail that a mailer would have sent because of an event. */
export interface Mail {
  kind: 'confirmation' | 'already_exists' | 'password_reset';
  sent_at: string;
  /** What its link has after its `#`. */
  token: string | null;
}

/** An e-mail with its event. */
interface MailRow extends Pick<Mail, 'kind' | 'sent_at'> {
  type: string;
  data: { token?: string };
}

/**
 * $1: application, $2: e-mail address. Whoever asks for a mailbox gets it, so it resets passwords of invented people alone:
 * nobody has an address at example.com.
 */
const MAIL = statement(
  'storefront.mail',
  `SELECT CASE type WHEN 'account.already_exists' THEN 'already_exists'
                    WHEN 'account.password_reset_requested' THEN 'password_reset'
                    ELSE 'confirmation' END AS kind,
          timestamp AS sent_at, type, data FROM events
    WHERE timestamp > now() - INTERVAL '1 day' AND data ->> 'application_id' = $1 AND lower(data ->> 'email') = lower($2)
      AND (type IN ('account.confirmation_requested', 'account.already_exists')
           OR type = 'account.password_reset_requested' AND lower($2) LIKE '%@example.com')
    ORDER BY sequence DESC LIMIT 10`,
);

/** What stands beside the API in the demo's shop: e-mails, payment and returns. */
@Injectable()
export class ShopBackEnd {
  constructor(
    private readonly db: Database,
    private readonly pages: StorefrontPages,
    private readonly users: UsersService,
    private readonly orders: OrdersService,
    private readonly returns: OrderReturns,
    private readonly tokens: SentTokens,
  ) {}

  /**
   * E-mails about sign-ups and forgotten passwords at the shop, newest first, of the last day.
   * @throws AppError NOT_FOUND where there is no shop
   */
  async mailFor(email: string): Promise<Mail[]> {
    await this.assertOpen();
    const rows = await this.db.query<MailRow>(null, MAIL, [DEMO_SHOP_ID, email]);
    const mails: Mail[] = [];
    for (const { kind, sent_at, ...event } of rows)
      mails.push({ kind, sent_at, token: (await this.tokens.filled(event)).data.token ?? null });
    return mails;
  }

  /**
   * Takes any payment for an order of the caller.
   * @throws AppError NOT_FOUND, also for another's order; CONFLICT for one that is paid
   */
  async pay(caller: Caller, order_id: number): Promise<OrderView> {
    return this.orders.changeStatus(await this.deskFor(caller), {
      order_id,
      status: 'paid',
      reason: 'paid in the demo',
    });
  }

  /**
   * Takes back what the caller sends back of an order.
   * @throws AppError NOT_FOUND, also for another's order; CONFLICT
   */
  async takeBack(caller: Caller, dto: OrderReturnDto): Promise<OrderView> {
    return this.returns.return(await this.deskFor(caller), dto);
  }

  /** The API admin of the demo, acting for the caller alone. */
  private async deskFor(caller: Caller): Promise<Caller> {
    await this.assertOpen();
    const desk = await this.users.findByUsername(this.db.manager, DEMO_API_ADMIN.username);
    // Without `actsFor` an API admin would move the orders of all.
    if (desk?.status !== 'active' || desk.uid === caller.uid) throw new AppError('NOT_FOUND');
    assertOneself(caller);
    const { uid, username, roles } = desk;
    return { ...caller, uid, username, roles, actsFor: caller.uid };
  }

  private async assertOpen(): Promise<void> {
    if (!(await this.pages.isOpen())) throw new AppError('NOT_FOUND');
  }
}
