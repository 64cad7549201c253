import { Body, Module, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Caller, CallerParam } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IS_ERASED, UsersModule, UsersService } from '#people/users/index.js';
import {
  type CustomFieldChange,
  CustomFieldsBody,
  auditedCustomFields,
  changedCustomFields,
  validateCustomFields,
} from '#common/custom-fields/index.js';
import { IntegerField, ObjectListField, accept, addProblem, addProblems } from '#common/validation/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { AdminOrderDetailsView } from '../order-details.dto.js';
import { UNKNOWN_LINE } from '../order-returns.rules.js';
import { OrderIdParam } from '../orders.dto.js';
import { MAX_LINES } from '../cart/cart.rules.js';
import { Order, OrderLine } from '../order.entity.js';
import { OrdersService } from '../orders.service.js';

/** Custom fields of a line of an order. */
class OrderLineFieldsDto {
  @IntegerField({ description: 'id of the line', example: 8 }) id!: number;
  @CustomFieldsBody('order_lines', 'change', 'admin') custom_fields?: CustomFieldChange;
}

/** Custom fields of an order and its lines; what is left out stays. */
class OrderFieldsDto {
  @CustomFieldsBody('orders', 'change', 'admin') custom_fields?: CustomFieldChange;

  @ObjectListField(() => OrderLineFieldsDto, { optional: true, max: MAX_LINES, description: 'lines of the order' })
  items?: OrderLineFieldsDto[];
}

/** Changes custom fields of placed orders and their lines. See docs/decisions/0101-custom-fields.md. */
@Injectable()
class OrderFields {
  constructor(
    private readonly db: Database,
    private readonly orders: OrdersService,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes them; audited.
   * @throws AppError NOT_FOUND for an unknown order, or a cart; CONFLICT for that of who was erased; VALIDATION on `custom_fields` and `items`
   */
  async change(
    caller: Caller,
    id: number,
    { custom_fields, items = [] }: OrderFieldsDto,
  ): Promise<AdminOrderDetailsView> {
    const errors: FieldErrors = {};
    const custom = validateCustomFields('orders', custom_fields, caller, false);
    addProblems(errors, 'custom_fields', custom.problems);
    const ofLines = items.map((item, index) => {
      const { values, problems } = validateCustomFields('order_lines', item.custom_fields, caller, false);
      addProblems(errors, `items[${index}].custom_fields`, problems);
      return { id: item.id, values };
    });
    accept({ dto: undefined, errors });
    return this.db.transaction(async (tx) => {
      const { uid, customFields: before } = await this.orders.lock(tx, id, null);
      if ((await this.users.lock(tx, uid))!.erasedAt !== null) throw AppError.of(IS_ERASED);
      const after = changedCustomFields(before, custom.values);
      await tx.update(Order, id, { customFields: after });
      const lines = await this.changeLines(tx, id, ofLines);
      const audited = auditedCustomFields('orders', before, after);
      await this.audit.record(tx, caller, {
        action: 'order.change-fields',
        entityType: 'order',
        entityId: id,
        before: { ...audited.before, ...(lines.length > 0 && { items: lines.map((line) => line.before) }) },
        after: { ...audited.after, ...(lines.length > 0 && { items: lines.map((line) => line.after) }) },
      });
      return this.orders.readAny(caller, id, tx);
    });
  }

  private async changeLines(
    tx: EntityManager,
    orderId: number,
    changes: readonly { id: number; values: CustomFieldChange }[],
  ): Promise<{ before: object; after: object }[]> {
    const errors: FieldErrors = {};
    const all = changes.length === 0 ? [] : await tx.findBy(OrderLine, { orderId });
    const lines = new Map(all.map((line) => [line.id, line]));
    const audited = [];
    for (const [index, { id, values }] of changes.entries()) {
      const line = lines.get(id);
      if (line === undefined) {
        addProblem(errors, 'items', UNKNOWN_LINE.message, `items[${index}].id`);
        continue;
      }
      const after = changedCustomFields(line.customFields, values);
      const changed = auditedCustomFields('order_lines', line.customFields, after);
      audited.push({ before: { id, ...changed.before }, after: { id, ...changed.after } });
      line.customFields = after;
      await tx.update(OrderLine, id, { customFields: after });
    }
    return accept({ dto: audited, errors });
  }
}

/** Custom fields of orders in the admin module. */
@AdminController('orders', 'Admin: orders', { read: 'orders.read', write: 'orders.write' })
class AdminOrderFieldsController {
  constructor(private readonly fields: OrderFields) {}

  @Endpoint('PATCH :id/custom-fields', {
    id: 'adminChangeOrderFields',
    summary: 'Change custom fields of an order',
    description: 'Those of the order, and of its lines. What is left out stays, null takes a value away.',
    answer: AdminOrderDetailsView,
    failures: [notFound('order'), UNKNOWN_LINE, IS_ERASED],
  })
  change(
    @CallerParam() caller: Caller,
    @OrderIdParam() id: number,
    @Body() dto: OrderFieldsDto,
  ): Promise<AdminOrderDetailsView> {
    return this.fields.change(caller, id, dto);
  }
}

/** Only where an extension declares fields of orders or their lines. */
@Module({ imports: [UsersModule], controllers: [AdminOrderFieldsController], providers: [OrderFields] })
export class OrderFieldsModule {}
