import { Injectable, Logger } from '@nestjs/common';
import { Listener, type EventOf } from 'direct-selling-commerce-api';

/** A listener: it hears of what has been committed, in this process, and can neither refuse nor delay it. */
@Injectable()
export class OrderJournal {
  /** The numbers of the orders that this process has placed. */
  readonly placed: string[] = [];
  private readonly logger = new Logger(OrderJournal.name);

  @Listener('order.placed')
  write({ data }: EventOf<'order.placed'>): void {
    this.placed.push(data.order_number);
    this.logger.log(`order ${data.order_number} was placed`);
  }
}
