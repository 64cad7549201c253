import { ApiProperty } from '#common/openapi/decorators.js';
import type { NotCreated, SetAside } from './bundle-bulk.rules.js';

/** A bundle of a bulk request that was not created. See docs/spec/service.md#5. */
export class NotCreatedView implements NotCreated {
  @ApiProperty({ example: 3, description: 'index in the request, from 0' })
  index!: number;

  @ApiProperty({ type: String, nullable: true, example: 'tea-box' })
  bundle_id!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Tea box' })
  name!: string | null;
}

/** Bundles that were set aside, by reason. See docs/spec/commerce-api.md#4.4. */
export class SetAsideView implements SetAside {
  @ApiProperty({
    type: NotCreatedView,
    isArray: true,
    description: 'the bundle id already exists, or is repeated in the request',
  })
  same_bundle_id!: NotCreatedView[];

  @ApiProperty({ type: NotCreatedView, isArray: true, example: [], description: 'the bundle id is null' })
  bundle_id_null!: NotCreatedView[];

  @ApiProperty({ type: NotCreatedView, isArray: true, example: [], description: 'there is no bundle id' })
  bundle_id_not_found!: NotCreatedView[];
}

/** The outcome of a bulk create. See docs/spec/commerce-api.md#4.4; docs/spec/service.md#5. */
export class BulkOutcome {
  @ApiProperty({ type: SetAsideView })
  Product_creation_failed!: SetAsideView;

  @ApiProperty({
    type: String,
    isArray: true,
    example: ['tea-chest'],
    description: 'ids of the created bundles, in the order of the request',
  })
  Product_created!: string[];
}
