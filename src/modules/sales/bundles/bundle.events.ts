import type { Caller } from '#common/access/index.js';
import { CustomFieldsView, type ShownCustomFields, shownCustomFields } from '#common/custom-fields/index.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import {
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { type BundleState, CATALOGUE_STATUSES, type CatalogueStatus, type ProductState } from './bundle.entity.js';

/** A variant, in an event of its bundle. */
export class BundleProductData {
  @IntegerProperty(11) product_id!: number;
  @TextProperty('STARTER-S') sku!: string;
  @TextProperty('Starter kit, small') name!: string;
  @NumberProperty(49.9) price!: number;
  @ChoiceProperty(CATALOGUE_STATUSES, 'active') status!: CatalogueStatus;
}

/** `bundle.created`, `bundle.updated` and `bundle.deleted`: the bundle as it is now, or was last. See docs/spec/service.md#7. */
export class BundleEventData {
  @TextProperty('starter-kit') bundle_id!: string;
  @TextProperty('Starter kit') name!: string;
  @TextProperty('external-api-product') product_type!: string;
  @ChoiceProperty(CATALOGUE_STATUSES, 'active') status!: CatalogueStatus;
  @TextProperty(null, 'URL of an image', { nullable: true }) image!: string | null;
  @ListProperty(() => BundleProductData, 'all variants') products!: BundleProductData[];
  @NumberProperty(40, 'per unit') business_volume!: number;
  @NumberProperty(10, 'per unit') points!: number;
  @NumberProperty(40, 'per unit') cumulative_volume!: number;
  @CustomFieldsView('bundles', 'event') custom_fields?: ShownCustomFields;
}

/** `product.deleted`: the variant as it was last. See docs/spec/service.md#7. */
export class ProductDeletedData extends BundleProductData {
  @TextProperty('starter-kit', 'the bundle, which still has other variants') bundle_id!: string;
}

export const BUNDLE_EVENTS = {
  'bundle.created': {
    aggregate: 'bundle',
    data: BundleEventData,
    summary: 'A bundle was created',
    description: 'One event for each bundle of a bulk create.',
  },
  'bundle.updated': {
    aggregate: 'bundle',
    data: BundleEventData,
    summary: 'A bundle was updated',
    description: 'Variants may have been added or changed; deleting one sends `product.deleted`.',
  },
  'bundle.deleted': {
    aggregate: 'bundle',
    data: BundleEventData,
    summary: 'A bundle was deleted with all its variants',
    description: 'The payload is its last state; its id may be reused.',
  },
  'product.deleted': {
    aggregate: 'bundle',
    data: ProductDeletedData,
    summary: 'A variant of a bundle was deleted',
    description: 'The payload is its last state; the bundle has other variants.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof BUNDLE_EVENTS> {}
}

/** A bundle as events carry it. */
export function toBundleEventData(bundle: BundleState): BundleEventData {
  const { bundle_id, name, product_type, status, image, business_volume, points, cumulative_volume } = bundle;
  const products = bundle.products.map(toBundleProductData);
  const custom = shownCustomFields('bundles', bundle.custom_fields, 'event');
  const volumes = { business_volume, points, cumulative_volume };
  return { bundle_id, name, product_type, status, image, products, ...volumes, ...custom };
}

/** A variant as events carry it. */
export function toBundleProductData({ product_id, sku, name, price, status }: ProductState): BundleProductData {
  if (product_id === null) throw new Error(`the variant ${sku} has no id: it is not stored yet`);
  return { product_id, sku, name, price, status };
}

/** Context of the hooks that run before a bundle changes. */
export interface BundleContext {
  caller: Caller;
  /** The bundle after the change; at `bundle.delete`, the bundle itself. */
  bundle: BundleState;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a bundle is created, alone or in bulk. */
    'bundle.create': BundleContext;
    /** Before a bundle is updated or one of its variants deleted. */
    'bundle.update': BundleContext;
    /** Before a bundle is deleted. */
    'bundle.delete': BundleContext;
  }
}
