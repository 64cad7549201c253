/** An update of a demo bundle: a new price. */
export const UPDATE_EXAMPLES = {
  new_price: {
    summary: 'a new price',
    value: {
      bundle_id: 'sleep-well',
      name: 'Sleep Well',
      bundle_name_translations: { en: 'Sleep Well', de: 'Gut schlafen' },
      description_translations: { en: 'An evening drink without melatonin, 30 sachets.' },
      short_description_translations: { en: 'Lemon balm, hops and magnesium.' },
      varients: [
        {
          price: 24.9,
          'product-name': 'Sleep Well, 30 sachets',
          'whole-sale-price': 18.65,
          'product-sku': 'SLEEP-30',
        },
      ],
      attributes: { 'business-volume': 18, points: 18, 'cumulative-volume': 18 },
    },
  },
};

/** Two bundles, other than the example of creating a single one. */
export const BULK_EXAMPLE = [
  teaChest({ id: 'tea-chest', name: 'Tea chest', sku: 'TEA-CHEST-6', price: 44.9 }),
  teaChest({ id: 'tea-chest-large', name: 'Large tea chest', sku: 'TEA-CHEST-12', price: 79.9 }),
];

function teaChest({ id, name, sku, price }: { id: string; name: string; sku: string; price: number }): object {
  return {
    bundle_id: id,
    name,
    bundle_name_translations: { en: name },
    description_translations: { en: `${name} of organic teas from small gardens.` },
    short_description_translations: { en: name },
    varients: [{ price, 'product-name': name, 'whole-sale-price': price / 2, 'product-sku': sku }],
    attributes: { 'business-volume': 30, points: 25, 'cumulative-volume': 30 },
  };
}
