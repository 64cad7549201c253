import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';
import { CATALOGUE_STATUSES, type CatalogueStatus } from './bundle.entity.js';
import type { BundleState, ProductState } from './bundle.state.js';

/** A variant, in an event of its bundle. */
export class BundleProductData {
  @ApiProperty({ type: 'integer', example: 11 })
  product_id!: number;

  @ApiProperty({ type: String, example: 'STARTER-S' })
  sku!: string;

  @ApiProperty({ type: String, example: 'Starter kit, small' })
  name!: string;

  @ApiProperty({ type: Number, example: 49.9 })
  price!: number;

  @ApiProperty({ type: String, enum: CATALOGUE_STATUSES, example: 'active' })
  status!: CatalogueStatus;
}

/** `bundle.created`, `bundle.updated` and `bundle.deleted`: the bundle as it is now, or was last. Section 7 of the decisions. */
export class BundleEventData {
  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: String, example: 'Starter kit' })
  name!: string;

  @ApiProperty({ type: String, example: 'external-api-product' })
  product_type!: string;

  @ApiProperty({ type: String, enum: CATALOGUE_STATUSES, example: 'active' })
  status!: CatalogueStatus;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'address of a picture' })
  image!: string | null;

  @ApiProperty({ type: () => [BundleProductData], description: 'all variants' })
  products!: BundleProductData[];

  @ApiProperty({ type: Number, example: 40, description: 'of one piece' })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 10, description: 'of one piece' })
  points!: number;

  @ApiProperty({ type: Number, example: 40, description: 'of one piece' })
  cumulative_volume!: number;
}

/** `product.deleted`: the variant as it was last. Section 7 of the decisions. */
export class ProductDeletedData extends BundleProductData {
  @ApiProperty({ type: String, example: 'starter-kit', description: 'the bundle, which has other variants' })
  bundle_id!: string;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'bundle.created': BundleEventData;
    'bundle.updated': BundleEventData;
    'bundle.deleted': BundleEventData;
    'product.deleted': ProductDeletedData;
  }
}

export const BUNDLE_EVENTS: DocumentedEvents = {
  'bundle.created': {
    data: BundleEventData,
    summary: 'A bundle was created',
    description: 'One event for each bundle of a bulk create.',
  },
  'bundle.updated': {
    data: BundleEventData,
    summary: 'A bundle was updated',
    description: 'Variants may have been added or changed; the delete of one is `product.deleted`.',
  },
  'bundle.deleted': {
    data: BundleEventData,
    summary: 'A bundle was deleted, with all its variants',
    description: 'It is told as it was last; its id may be used again.',
  },
  'product.deleted': {
    data: ProductDeletedData,
    summary: 'A variant of a bundle was deleted',
    description: 'It is told as it was last; the bundle has others.',
  },
};

/** What events tell of a bundle. */
export function bundleNews(bundle: BundleState): BundleEventData {
  const { bundle_id, name, product_type, status, image, business_volume, points, cumulative_volume } = bundle;
  const products = bundle.products.map(productNews);
  return { bundle_id, name, product_type, status, image, products, business_volume, points, cumulative_volume };
}

/** What events tell of a variant. */
export function productNews({ product_id, sku, name, price, status }: ProductState): BundleProductData {
  if (product_id === null) throw new Error(`the variant ${sku} is told before it is stored`);
  return { product_id, sku, name, price, status };
}
