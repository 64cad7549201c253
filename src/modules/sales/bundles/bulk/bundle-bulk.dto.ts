import {
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import type { NotCreated, SetAside } from './bundle-bulk.rules.js';

/** A bundle of a bulk request that was not created. See docs/spec/service.md#5. */
class NotCreatedView implements NotCreated {
  @NumberProperty(3, 'index in the request, from 0') index!: number;
  @TextProperty('tea-box', { nullable: true }) bundle_id!: string | null;
  @TextProperty('Tea box', { nullable: true }) name!: string | null;
}

/** Bundles that were set aside, by reason. See docs/spec/commerce-api.md#4.4. */
class SetAsideView implements SetAside {
  @ListProperty(NotCreatedView, 'the bundle id already exists, or is repeated in the request')
  same_bundle_id!: NotCreatedView[];

  @ListProperty(NotCreatedView, 'the bundle id is null', { example: [] }) bundle_id_null!: NotCreatedView[];
  @ListProperty(NotCreatedView, 'there is no bundle id', { example: [] }) bundle_id_not_found!: NotCreatedView[];
}

/** The outcome of a bulk create. See docs/spec/commerce-api.md#4.4; docs/spec/service.md#5. */
export class BulkOutcome {
  @ObjectProperty(SetAsideView) Product_creation_failed!: SetAsideView;

  @TextListProperty(['tea-chest'], 'ids of the created bundles, in the order of the request')
  Product_created!: string[];
}
