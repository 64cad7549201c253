import { Injectable, Logger } from '@nestjs/common';
import { BestEffortListener, type EventOf } from 'direct-selling-commerce-api';

/** A best-effort listener: it is called after the commit, in the same process, and can neither reject nor delay the change. */
@Injectable()
export class OrderJournal {
  /** The numbers of orders placed in this process. */
  readonly placed: string[] = [];
  private readonly logger = new Logger(OrderJournal.name);

  @BestEffortListener('order.placed')
  write({ data }: EventOf<'order.placed'>): void {
    this.placed.push(data.order_number);
    this.logger.log(`order ${data.order_number} was placed`);
  }
}
