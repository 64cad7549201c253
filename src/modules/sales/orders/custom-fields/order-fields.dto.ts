import { type CustomFieldChange, CustomFieldsBody } from '#common/custom-fields/index.js';
import { IntegerField, ObjectListField } from '#common/validation/index.js';
import { MAX_LINES } from '../cart/cart.rules.js';

/** Custom fields of a line of an order. */
export class OrderLineFieldsDto {
  @IntegerField({ description: 'id of the line', example: 8 }) id!: number;
  @CustomFieldsBody('order_lines', 'change', 'admin') custom_fields?: CustomFieldChange;
}

/** Custom fields of an order and its lines; what is left out stays. */
export class OrderFieldsDto {
  @CustomFieldsBody('orders', 'change', 'admin') custom_fields?: CustomFieldChange;

  @ObjectListField(() => OrderLineFieldsDto, { optional: true, max: MAX_LINES, description: 'lines of the order' })
  items?: OrderLineFieldsDto[];
}
