import { t } from '../../i18n/t';
import type { ImportKind } from './import-kind';

const DESCRIPTION = 'Three teas in a wooden box.';

/** Bundles of the catalogue. */
export const BUNDLES: ImportKind = {
  name: 'bundles',
  label: t('Bundles'),
  row: 'row',
  path: '/admin/api/bundles/import/',
  permission: 'bundles.write',
  text: t(
    'The bundles of the catalogue. A row is a variant: rows with the same bundle_id follow one another and make one bundle. The product types must be there first.',
  ),
  undoing: t('Bundles can be changed and deleted afterwards, one by one. What exists already is refused.'),
  columns: [
    {
      name: 'bundle_id',
      isRequired: true,
      aliases: ['bundle', 'bundle id', 'product id', 'parent sku', 'paket'],
      text: t('Any text that names the bundle, the same in all of its rows; unique in the catalogue.'),
    },
    {
      name: 'product_type',
      isRequired: true,
      aliases: ['type', 'produkttyp'],
      text: t('The machine name of the product type. Only in the first row of a bundle, as all texts and volumes.'),
    },
    { name: 'name', isRequired: true, aliases: ['title', 'bundle name', 'titel'], text: t('The name in English.') },
    { name: 'description', isRequired: true, aliases: ['beschreibung'], text: t('The description in English.') },
    {
      name: 'short_description',
      isRequired: true,
      aliases: ['short text', 'summary', 'kurzbeschreibung'],
      text: t('One line in English, for lists.'),
    },
    {
      name: 'business_volume',
      isRequired: true,
      aliases: ['bv', 'volume'],
      text: t('The business volume of one bundle: 40 or 38.5.'),
    },
    { name: 'points', isRequired: true, aliases: ['pts', 'punkte'], text: t('The points of one bundle.') },
    { name: 'cumulative_volume', isRequired: true, aliases: ['cv'], text: t('The cumulative volume of one bundle.') },
    {
      name: 'sku',
      isRequired: true,
      aliases: ['product sku', 'article', 'item number', 'artikelnummer'],
      text: t('The SKU of the variant; unique in the catalogue.'),
    },
    {
      name: 'product_name',
      isRequired: true,
      aliases: ['variant', 'variant name', 'article name', 'artikelname'],
      text: t('The name of the variant.'),
    },
    { name: 'price', isRequired: true, aliases: ['retail price', 'preis'], text: t('The price of the variant.') },
    {
      name: 'wholesale_price',
      isRequired: true,
      aliases: ['wholesale', 'cost', 'großhandelspreis'],
      text: t('The wholesale price of the variant.'),
    },
    { name: 'variant_status', text: t('Whether the variant can be bought: active or inactive. Empty: active.') },
    {
      name: 'status',
      aliases: ['state'],
      text: t('Whether the bundle can be bought: active or inactive. Empty: active.'),
    },
    { name: 'image', aliases: ['picture', 'image url', 'bild'], text: t('The address of a picture.') },
    {
      name: 'currency',
      aliases: ['currency code', 'währung'],
      text: t('The currency of the prices. It must be that of this installation.'),
      example: 'USD',
    },
  ],
  others: {
    names: /^(name|description|short_description)_[A-Za-z-]+$|^(variant|attribute|custom_fields)\..+$/,
    text: t(
      'Further columns: texts in other languages as name_de, description_de and short_description_de; fields of the product type as variant.color and attribute.origin; custom fields as custom_fields.season.',
    ),
  },
  examples: [
    {
      bundle_id: 'tea-box',
      product_type: 'external-api-product',
      name: 'Tea box',
      description: DESCRIPTION,
      short_description: 'Three teas',
      business_volume: '20',
      points: '15',
      cumulative_volume: '20',
      sku: 'TEA-GREEN-100',
      product_name: 'Green tea, 100 g',
      price: '24.9',
      wholesale_price: '18.5',
      variant_status: 'active',
      status: 'active',
    },
    {
      bundle_id: 'tea-box',
      sku: 'TEA-BLACK-100',
      product_name: 'Black tea, 100 g',
      price: '22.9',
      wholesale_price: '17.5',
    },
  ],
};
