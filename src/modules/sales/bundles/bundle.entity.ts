import {
  Check,
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { type CustomFieldValues, CustomFieldsColumn } from '#common/custom-fields/index.js';
import { ProductType } from './product-types/product-type.entity.js';

export const CATALOGUE_STATUSES = ['active', 'inactive'] as const;
export type CatalogueStatus = (typeof CATALOGUE_STATUSES)[number];

/** Language code to text. */
export type Translations = Record<string, string>;

/** A product bundle: variants sold under one bundle id, with the volumes that commissions are based on. See docs/spec/commerce-api.md#2.3, #2.5 and #2.6. */
@Entity('bundles')
@Check('bundles_status', `status IN ('active', 'inactive')`)
@Index('bundles_live_bundle_id', ['bundleId'], { unique: true, where: 'deleted_at IS NULL' })
@Index('bundles_newest', { synchronize: false })
@Index('bundles_type_newest', { synchronize: false })
@Index('bundles_by_name', { synchronize: false })
@Index('bundles_inactive', { synchronize: false })
@Index('bundles_name_search', { synchronize: false })
@Index('bundles_id_search', { synchronize: false })
@Index('bundles_translation_search', { synchronize: false })
@Index('bundles_custom_fields', { synchronize: false })
export class Bundle {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'bundles_pkey',
  })
  id!: number;

  /** Unique over the live catalogue; the id of a deleted bundle may be used again. */
  @Column('varchar', { name: 'bundle_id', length: 255 }) bundleId!: string;

  @Column('varchar', { name: 'product_type', length: 64 }) productTypeName!: string;

  @ManyToOne(() => ProductType)
  @JoinColumn({ name: 'product_type', foreignKeyConstraintName: 'bundles_product_type_fkey' })
  productType!: Relation<ProductType>;

  /** The name of the product type for people; read on request. */
  @VirtualColumn('varchar', {
    select: false,
    query: (bundle) => `SELECT t.label FROM product_types t WHERE t.name = ${bundle}.product_type`,
  })
  readonly productTypeLabel?: string;

  @Column('varchar', { length: 200 }) name!: string;
  @Column('jsonb', { name: 'name_translations' }) nameTranslations!: Translations;
  @Column('jsonb', { name: 'description_translations' }) descriptionTranslations!: Translations;
  @Column('jsonb', { name: 'short_description_translations' }) shortDescriptionTranslations!: Translations;

  /**
   * Its variants that are not deleted, in the order of their ids; read on request. A part of the row, and not a relation, because
   * both have to be of one snapshot.
   */
  @VirtualColumn('json', { select: false, query: productsOf }) readonly products?: StoredProduct[];

  @Column('varchar', { length: 20, default: 'active' }) status!: CatalogueStatus;

  /** Address of a picture. */
  @Column('text', { nullable: true }) image!: string | null;

  @Column('numeric', { name: 'business_volume', precision: 14, scale: 4 }) businessVolume!: string;
  @Column('numeric', { precision: 14, scale: 4 }) points!: string;
  @Column('numeric', { name: 'cumulative_volume', precision: 14, scale: 4 }) cumulativeVolume!: string;

  /** Attributes of other product types, in addition to the three volumes. */
  @Column('jsonb', { name: 'other_attributes', default: {} }) otherAttributes!: Record<string, number | string>;

  /** The user for whom the bundle was created: the vendor of its cart lines. */
  @Column('bigint', { name: 'vendor_uid' }) vendorUid!: number;

  @CustomFieldsColumn('bundles', 'bundleId') customFields!: CustomFieldValues | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;

  /** The row of a deleted bundle stays for carts, orders and wishlists; queries skip it by default. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}

/** A variant of a bundle; carts and wishlists refer to it by `product_id`. See docs/spec/commerce-api.md#2.4. */
@Entity('products')
@Check('products_status', `status IN ('active', 'inactive')`)
@Index('products_live_sku', ['sku'], { unique: true, where: 'deleted_at IS NULL' })
@Index('products_bundle', ['bundleKey', 'id'])
@Index('products_sku_search', { synchronize: false })
export class Product {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'products_pkey',
  })
  id!: number;

  /** The bundle's internal id, not its `bundle_id`. */
  @Column('bigint', { name: 'bundle_key' }) bundleKey!: number;

  @ManyToOne(() => Bundle)
  @JoinColumn({ name: 'bundle_key', foreignKeyConstraintName: 'products_bundle_fkey' })
  bundle!: Relation<Bundle>;

  /** Unique over the live catalogue. */
  @Column('varchar', { length: 64 }) sku!: string;

  @Column('varchar', { length: 200 }) name!: string;
  @Column('numeric', { precision: 14, scale: 4 }) price!: string;
  @Column('numeric', { name: 'wholesale_price', precision: 14, scale: 4 }) wholesalePrice!: string;

  /** Variant fields of the product type besides the three usual ones. */
  @Column('jsonb', { name: 'other_fields', default: {} }) otherFields!: Record<string, number | string>;

  @Column('varchar', { length: 20, default: 'active' }) status!: CatalogueStatus;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** As that of its bundle, which is deleted with all of them. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}

/** The number of live bundles of a product type per range of ids, in several slots; maintained by database triggers. */
@Entity('bundle_counts')
export class BundleCount {
  @PrimaryColumn('varchar', { name: 'product_type', length: 64, primaryKeyConstraintName: 'bundle_counts_pkey' })
  productType!: string;

  /** The id of a bundle divided by 32,768. */
  @PrimaryColumn('bigint', { name: 'id_range', primaryKeyConstraintName: 'bundle_counts_pkey' }) idRange!: number;

  /** 0 to 15; the slots of a range add up. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'bundle_counts_pkey' }) slot!: number;

  /** May be negative: a bundle may be deleted in another slot than it was created in. */
  @Column('bigint') live!: number;

  /** Rises with each bundle that is created, deleted or renamed. */
  @Column('bigint') changes!: number;
}

/** Values of a product type's additional fields and attributes. */
export type OtherValues = Record<string, number | string>;

/** A variant, by the names of its columns. */
export interface ProductState {
  /** Null until it is stored. */
  product_id: number | null;
  sku: string;
  name: string;
  price: number;
  wholesale_price: number;
  other_fields: OtherValues;
  status: CatalogueStatus;
}

/** A bundle with its live variants, by the names of its columns: what is stored, audited and given to hooks. */
export interface BundleState {
  bundle_id: string;
  product_type: string;
  name: string;
  name_translations: Translations;
  description_translations: Translations;
  short_description_translations: Translations;
  status: CatalogueStatus;
  image: string | null;
  business_volume: number;
  points: number;
  cumulative_volume: number;
  other_attributes: OtherValues;
  products: ProductState[];
  /** Left out where it has none. */
  custom_fields?: CustomFieldValues;
}

/** A variant as a bundle has it. */
type StoredProduct = Pick<Product, 'id' | 'sku' | 'name' | 'price' | 'wholesalePrice' | 'otherFields' | 'status'>;

function productsOf(bundle: string): string {
  return `SELECT coalesce(json_agg(json_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'price', p.price::text,
      'wholesalePrice', p.wholesale_price::text, 'otherFields', p.other_fields, 'status', p.status) ORDER BY p.id), '[]')
    FROM products p WHERE p.bundle_key = ${bundle}.id AND p.deleted_at IS NULL`;
}

/** The state of a stored bundle. Volumes and prices have at most 14 digits, which doubles carry exactly. */
export function toBundleState(bundle: Bundle, products: readonly StoredProduct[]): BundleState {
  return {
    bundle_id: bundle.bundleId,
    product_type: bundle.productTypeName,
    name: bundle.name,
    name_translations: bundle.nameTranslations,
    description_translations: bundle.descriptionTranslations,
    short_description_translations: bundle.shortDescriptionTranslations,
    status: bundle.status,
    image: bundle.image,
    business_volume: Number(bundle.businessVolume),
    points: Number(bundle.points),
    cumulative_volume: Number(bundle.cumulativeVolume),
    other_attributes: bundle.otherAttributes,
    products: products.map((product) => ({
      product_id: product.id,
      sku: product.sku,
      name: product.name,
      price: Number(product.price),
      wholesale_price: Number(product.wholesalePrice),
      other_fields: product.otherFields,
      status: product.status,
    })),
    ...(bundle.customFields && { custom_fields: bundle.customFields }),
  };
}
