/** A text in the languages of the demo data. */
interface Text {
  en: string;
  de: string;
}

/** One bundle of the demo catalogue; volumes of one piece. */
interface DemoBundle {
  id: string;
  name: Text;
  short: Text;
  description: Text;
  /** SKU, product name, price, wholesale price. */
  variants: readonly (readonly [sku: string, name: string, price: number, wholesale: number])[];
  /** Business volume, points, cumulative volume. */
  volumes: readonly [business: number, points: number, cumulative: number];
}

/** A product type that only super admins can use; the API lists its bundles but does not change them. */
export const STARTER_KIT = 'starter-kit';

/** Bundles of the API product type: docs/spec/commerce-api.md#2.3. */
export const DEMO_BUNDLES: readonly DemoBundle[] = [
  {
    id: 'vitality-multivitamin',
    name: { en: 'Vitality Multivitamin', de: 'Vitality Multivitamin' },
    short: { en: '24 vitamins and minerals for every day.', de: '24 Vitamine und Mineralstoffe für jeden Tag.' },
    description: {
      en: 'One capsule a day covers the daily need of all vitamins. Vegan, without added sugar.',
      de: 'Eine Kapsel am Tag deckt den Tagesbedarf an allen Vitaminen. Vegan, ohne Zuckerzusatz.',
    },
    variants: [
      ['VIT-MULTI-60', 'Vitality Multivitamin, 60 capsules', 29.9, 22.4],
      ['VIT-MULTI-180', 'Vitality Multivitamin, 180 capsules', 74.9, 56.2],
    ],
    volumes: [20, 20, 20],
  },
  {
    id: 'omega-3-complete',
    name: { en: 'Omega-3 Complete', de: 'Omega-3 Komplett' },
    short: { en: 'Algae oil with DHA and EPA.', de: 'Algenöl mit DHA und EPA.' },
    description: {
      en: 'Omega-3 from cultivated algae: good for the heart, kind to the sea.',
      de: 'Omega-3 aus gezüchteten Algen: gut für das Herz, schonend für das Meer.',
    },
    variants: [['OMEGA-3-90', 'Omega-3 Complete, 90 soft gels', 34.5, 25.9]],
    volumes: [24, 24, 24],
  },
  {
    id: 'morning-shake',
    name: { en: 'Morning Shake', de: 'Morgen-Shake' },
    short: {
      en: 'A breakfast of plant protein in one minute.',
      de: 'Ein Frühstück aus Pflanzenprotein in einer Minute.',
    },
    description: {
      en: '21 g of protein from peas and oats in each portion; stir into water or oat milk.',
      de: '21 g Protein aus Erbsen und Hafer in jeder Portion; in Wasser oder Haferdrink einrühren.',
    },
    variants: [
      ['SHAKE-VANILLA', 'Morning Shake vanilla, 500 g', 39, 29.25],
      ['SHAKE-COCOA', 'Morning Shake cocoa, 500 g', 39, 29.25],
      ['SHAKE-BERRY', 'Morning Shake berry, 500 g', 41.5, 31.1],
    ],
    volumes: [28, 30, 28],
  },
  {
    id: 'green-tea-collection',
    name: { en: 'Green Tea Collection', de: 'Grüntee-Kollektion' },
    short: { en: 'Three organic teas in a wooden box.', de: 'Drei Bio-Tees in einer Holzkiste.' },
    description: {
      en: 'Sencha, jasmine and mint, 100 g each, from small gardens.',
      de: 'Sencha, Jasmin und Minze, je 100 g, aus kleinen Gärten.',
    },
    variants: [
      ['TEA-BOX-3', 'Green Tea Collection, 3 × 100 g', 27.8, 20.85],
      ['TEA-BOX-6', 'Green Tea Collection, 6 × 100 g', 49.9, 37.4],
    ],
    volumes: [18.5, 18, 18.5],
  },
  {
    id: 'aloe-skin-care',
    name: { en: 'Aloe Skin Care Set', de: 'Aloe Hautpflege-Set' },
    short: { en: 'Cleanser, toner and day cream.', de: 'Reinigung, Gesichtswasser und Tagescreme.' },
    description: {
      en: 'Three steps with 70 % aloe vera for dry and sensitive skin. Without perfume.',
      de: 'Drei Schritte mit 70 % Aloe vera für trockene und empfindliche Haut. Ohne Parfüm.',
    },
    variants: [
      ['ALOE-SET-DRY', 'Aloe Skin Care Set, dry skin', 64, 48],
      ['ALOE-SET-SENS', 'Aloe Skin Care Set, sensitive skin', 64, 48],
    ],
    volumes: [45, 48, 45],
  },
  {
    id: 'sun-protection-50',
    name: { en: 'Sun Protection 50', de: 'Sonnenschutz 50' },
    short: { en: 'Mineral sun cream, factor 50.', de: 'Mineralische Sonnencreme, Faktor 50.' },
    description: {
      en: 'Water-resistant and reef-safe; absorbs without a white film.',
      de: 'Wasserfest und riffverträglich; zieht ohne weißen Film ein.',
    },
    variants: [['SUN-50-100', 'Sun Protection 50, 100 ml', 22.9, 17.2]],
    volumes: [15, 15, 15],
  },
  {
    id: 'home-cleaning-concentrate',
    name: { en: 'Home Cleaning Concentrate', de: 'Haushaltsreiniger-Konzentrat' },
    short: { en: 'One litre makes 100.', de: 'Aus einem Liter werden 100.' },
    description: {
      en: 'Biodegradable all-purpose cleaner with a dosing cap and two bottles to refill.',
      de: 'Biologisch abbaubarer Allzweckreiniger mit Dosierkappe und zwei Flaschen zum Nachfüllen.',
    },
    variants: [
      ['CLEAN-LEMON-1L', 'Home Cleaning Concentrate lemon, 1 l', 18.75, 14.05],
      ['CLEAN-NEUTRAL-1L', 'Home Cleaning Concentrate neutral, 1 l', 18.75, 14.05],
    ],
    volumes: [11.25, 10, 11.25],
  },
  {
    id: 'laundry-strips',
    name: { en: 'Laundry Strips', de: 'Waschstreifen' },
    short: { en: '60 washes in an envelope.', de: '60 Wäschen in einem Umschlag.' },
    description: {
      en: 'Pre-dosed detergent without plastic; dissolves from 20 °C.',
      de: 'Vordosiertes Waschmittel ohne Plastik; löst sich ab 20 °C.',
    },
    variants: [['LAUNDRY-60', 'Laundry Strips, 60 washes', 16.4, 12.3]],
    volumes: [9.5, 9, 9.5],
  },
  {
    id: 'water-filter-jug',
    name: { en: 'Water Filter Jug', de: 'Wasserfilter-Kanne' },
    short: { en: 'Glass jug with three cartridges.', de: 'Glaskanne mit drei Kartuschen.' },
    description: {
      en: 'Takes lime and chlorine out of 150 litres with each cartridge.',
      de: 'Nimmt mit jeder Kartusche Kalk und Chlor aus 150 Litern.',
    },
    variants: [
      ['FILTER-JUG', 'Water Filter Jug, 2.5 l', 58, 43.5],
      ['FILTER-REFILL-3', 'Water filter cartridges, 3 pieces', 24, 18],
    ],
    volumes: [36, 36, 36],
  },
  {
    id: 'sleep-well',
    name: { en: 'Sleep Well', de: 'Gut schlafen' },
    short: { en: 'Lemon balm, hops and magnesium.', de: 'Melisse, Hopfen und Magnesium.' },
    description: {
      en: 'An evening drink without melatonin, 30 sachets.',
      de: 'Ein Abendgetränk ohne Melatonin, 30 Beutel.',
    },
    variants: [['SLEEP-30', 'Sleep Well, 30 sachets', 26.9, 20.15]],
    volumes: [18, 18, 18],
  },
  {
    id: 'aroma-diffuser',
    name: { en: 'Aroma Diffuser', de: 'Aroma-Diffusor' },
    short: { en: 'Ceramic diffuser with lavender oil.', de: 'Keramik-Diffusor mit Lavendelöl.' },
    description: {
      en: 'Quiet ultrasonic diffuser for rooms of up to 30 m², with 10 ml of lavender oil.',
      de: 'Leiser Ultraschall-Diffusor für Räume bis 30 m², mit 10 ml Lavendelöl.',
    },
    variants: [
      ['AROMA-WHITE', 'Aroma Diffuser, white', 49.5, 37.15],
      ['AROMA-STONE', 'Aroma Diffuser, stone', 49.5, 37.15],
    ],
    volumes: [32, 32, 32],
  },
  {
    id: 'family-oral-care',
    name: { en: 'Family Oral Care', de: 'Zahnpflege für die Familie' },
    short: { en: 'Four bamboo brushes and tooth tablets.', de: 'Vier Bambusbürsten und Zahnputztabletten.' },
    description: {
      en: 'Tooth tablets with fluoride for a month and brushes of two hardnesses.',
      de: 'Zahnputztabletten mit Fluorid für einen Monat und Bürsten in zwei Härten.',
    },
    variants: [['ORAL-FAMILY', 'Family Oral Care set', 19.95, 14.95]],
    volumes: [12, 12, 12],
  },
];

/** Starter kits for new members. */
export const DEMO_KITS: readonly DemoBundle[] = [
  {
    id: 'starter-kit-basic',
    name: { en: 'Starter Kit Basic', de: 'Startpaket Basis' },
    short: { en: 'Everything for the first month.', de: 'Alles für den ersten Monat.' },
    description: {
      en: 'Samples of six bundles, a catalogue and the guide for new members.',
      de: 'Proben von sechs Paketen, ein Katalog und der Leitfaden für neue Mitglieder.',
    },
    variants: [['KIT-BASIC', 'Starter Kit Basic', 49, 49]],
    volumes: [0, 10, 0],
  },
  {
    id: 'starter-kit-business',
    name: { en: 'Starter Kit Business', de: 'Startpaket Business' },
    short: { en: 'For those who start with a party.', de: 'Für alle, die mit einer Vorführung beginnen.' },
    description: {
      en: 'Full-size products of eight bundles, 50 catalogues and a presentation case.',
      de: 'Produkte aus acht Paketen in Originalgröße, 50 Kataloge und ein Vorführkoffer.',
    },
    variants: [['KIT-BUSINESS', 'Starter Kit Business', 199, 179]],
    volumes: [80, 120, 80],
  },
];

/** A bundle of the demo catalogue as the admin module takes it. */
export function bundleBody(bundle: DemoBundle, productType: string): object {
  const [business, points, cumulative] = bundle.volumes;
  return {
    product_type: productType,
    bundle_id: bundle.id,
    name: bundle.name.en,
    bundle_name_translations: bundle.name,
    description_translations: bundle.description,
    short_description_translations: bundle.short,
    varients: bundle.variants.map(([sku, name, price, wholesale]) => {
      return { 'product-sku': sku, 'product-name': name, price, 'whole-sale-price': wholesale };
    }),
    attributes: { 'business-volume': business, points, 'cumulative-volume': cumulative },
  };
}
