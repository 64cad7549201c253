import { API_PRODUCT_TYPE } from '#sales/bundles/index.js';

/** A text in the languages of the demo data. */
interface Text {
  en: string;
  de: string;
}

/** One bundle of the demo catalogue; volumes of one piece. Its picture is `examples/storefront/public/pictures/<id>.svg`. */
interface DemoBundle {
  id: string;
  /** Machine name of its product type. */
  type: string;
  name: Text;
  short: Text;
  description: Text;
  /** SKU, product name, price, wholesale price. */
  variants: readonly (readonly [sku: string, name: string, price: number, wholesale: number])[];
  /** Business volume, points, cumulative volume. */
  volumes: readonly [business: number, points: number, cumulative: number];
}

const STARTER_KIT = 'starter-kit';
const CARE = 'care';
const HOME = 'home';

/** The categories of the shop. Applications can only create bundles of the first: docs/spec/commerce-api.md#2.3. */
export const DEMO_PRODUCT_TYPES = [
  { name: API_PRODUCT_TYPE, label: 'External API product' },
  { name: CARE, label: 'Care' },
  { name: HOME, label: 'Home' },
  { name: STARTER_KIT, label: 'Starter kit' },
];

/** What the shop sells, starter kits first. */
export const DEMO_BUNDLES: readonly DemoBundle[] = [
  {
    id: 'starter-kit-basic',
    type: STARTER_KIT,
    name: { en: 'Starter Kit Basic', de: 'Startpaket Basis' },
    short: { en: 'Everything for the first month.', de: 'Alles für den ersten Monat.' },
    description: {
      en: 'Samples of six bundles, a printed catalogue and the guide for new members: enough to try what you recommend, and to know what to say about it. It comes in a box that you can give away again.',
      de: 'Proben von sechs Paketen, ein gedruckter Katalog und der Leitfaden für neue Mitglieder: genug, um auszuprobieren, was man empfiehlt, und zu wissen, was man darüber sagt. Die Schachtel lässt sich weiterverschenken.',
    },
    variants: [['KIT-BASIC', 'Starter Kit Basic', 49, 49]],
    volumes: [0, 10, 0],
  },
  {
    id: 'starter-kit-business',
    type: STARTER_KIT,
    name: { en: 'Starter Kit Business', de: 'Startpaket Business' },
    short: { en: 'For those who start with a party.', de: 'Für alle, die mit einer Vorführung beginnen.' },
    description: {
      en: 'Full-size products of eight bundles, 50 catalogues and a presentation case. Set the table in ten minutes, let your guests try everything, and send each of them home with a catalogue.',
      de: 'Produkte aus acht Paketen in Originalgröße, 50 Kataloge und ein Vorführkoffer. In zehn Minuten ist der Tisch gedeckt, die Gäste probieren alles aus, und jeder nimmt einen Katalog mit nach Hause.',
    },
    variants: [['KIT-BUSINESS', 'Starter Kit Business', 199, 179]],
    volumes: [80, 120, 80],
  },
  {
    id: 'vitality-multivitamin',
    type: API_PRODUCT_TYPE,
    name: { en: 'Vitality Multivitamin', de: 'Vitality Multivitamin' },
    short: { en: '24 vitamins and minerals for every day.', de: '24 Vitamine und Mineralstoffe für jeden Tag.' },
    description: {
      en: 'One capsule a day covers the daily need of all vitamins and of eleven minerals. Vegan, without added sugar, colours or gluten. The glass is brown to keep the light out, and its lid is made of cork.',
      de: 'Eine Kapsel am Tag deckt den Tagesbedarf an allen Vitaminen und elf Mineralstoffen. Vegan, ohne Zuckerzusatz, Farbstoffe und Gluten. Das Glas ist braun, damit kein Licht hineinkommt, sein Deckel aus Kork.',
    },
    variants: [
      ['VIT-MULTI-60', 'Vitality Multivitamin, 60 capsules', 29.9, 22.4],
      ['VIT-MULTI-180', 'Vitality Multivitamin, 180 capsules', 74.9, 56.2],
    ],
    volumes: [20, 20, 20],
  },
  {
    id: 'omega-3-complete',
    type: API_PRODUCT_TYPE,
    name: { en: 'Omega-3 Complete', de: 'Omega-3 Komplett' },
    short: { en: 'Algae oil with DHA and EPA.', de: 'Algenöl mit DHA und EPA.' },
    description: {
      en: 'Omega-3 straight from where fish have it from: cultivated algae. 250 mg of DHA and 125 mg of EPA in two small soft gels, with a little lemon oil, so that nothing tastes of the sea. Kind to it, too.',
      de: 'Omega-3 von dort, woher die Fische es haben: aus gezüchteten Algen. 250 mg DHA und 125 mg EPA in zwei kleinen Weichkapseln, mit etwas Zitronenöl, damit nichts nach Meer schmeckt. Schonend für das Meer ist es auch.',
    },
    variants: [['OMEGA-3-90', 'Omega-3 Complete, 90 soft gels', 34.5, 25.9]],
    volumes: [24, 24, 24],
  },
  {
    id: 'morning-shake',
    type: API_PRODUCT_TYPE,
    name: { en: 'Morning Shake', de: 'Morgen-Shake' },
    short: {
      en: 'A breakfast of plant protein in one minute.',
      de: 'Ein Frühstück aus Pflanzenprotein in einer Minute.',
    },
    description: {
      en: '21 g of protein from peas and oats in each portion, with flax seed and a pinch of salt. Stir it into water or oat milk, and breakfast is ready before the kettle boils. In vanilla, cocoa and berry.',
      de: '21 g Protein aus Erbsen und Hafer in jeder Portion, mit Leinsamen und einer Prise Salz. In Wasser oder Haferdrink einrühren, und das Frühstück ist fertig, bevor das Wasser kocht. In Vanille, Kakao und Beere.',
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
    type: API_PRODUCT_TYPE,
    name: { en: 'Green Tea Collection', de: 'Grüntee-Kollektion' },
    short: { en: 'Three organic teas in a wooden box.', de: 'Drei Bio-Tees in einer Holzkiste.' },
    description: {
      en: 'Sencha, jasmine and mint, 100 g each, from small gardens that we have known for years. Packed in a box of alder wood with room for a spoon; the large box has each tea twice.',
      de: 'Sencha, Jasmin und Minze, je 100 g, aus kleinen Gärten, die wir seit Jahren kennen. Verpackt in einer Kiste aus Erlenholz mit Platz für einen Löffel; in der großen ist jeder Tee doppelt.',
    },
    variants: [
      ['TEA-BOX-3', 'Green Tea Collection, 3 × 100 g', 27.8, 20.85],
      ['TEA-BOX-6', 'Green Tea Collection, 6 × 100 g', 49.9, 37.4],
    ],
    volumes: [18.5, 18, 18.5],
  },
  {
    id: 'aloe-skin-care',
    type: CARE,
    name: { en: 'Aloe Skin Care Set', de: 'Aloe Hautpflege-Set' },
    short: { en: 'Cleanser, toner and day cream.', de: 'Reinigung, Gesichtswasser und Tagescreme.' },
    description: {
      en: 'Three steps with 70 % aloe vera: the cleanser takes off the day, the toner calms, and the cream keeps the moisture in. Without perfume, for dry or for sensitive skin. Lasts about two months.',
      de: 'Drei Schritte mit 70 % Aloe vera: Die Reinigung nimmt den Tag ab, das Gesichtswasser beruhigt, und die Creme hält die Feuchtigkeit. Ohne Parfüm, für trockene oder empfindliche Haut. Reicht etwa zwei Monate.',
    },
    variants: [
      ['ALOE-SET-DRY', 'Aloe Skin Care Set, dry skin', 64, 48],
      ['ALOE-SET-SENS', 'Aloe Skin Care Set, sensitive skin', 64, 48],
    ],
    volumes: [45, 48, 45],
  },
  {
    id: 'sun-protection-50',
    type: CARE,
    name: { en: 'Sun Protection 50', de: 'Sonnenschutz 50' },
    short: { en: 'Mineral sun cream, factor 50.', de: 'Mineralische Sonnencreme, Faktor 50.' },
    description: {
      en: 'Mineral filters that sit on the skin instead of going into it. Water-resistant and reef-safe; absorbs without a white film. The tube is made of sugar cane, and squeezes out to the last drop.',
      de: 'Mineralische Filter, die auf der Haut bleiben, statt in sie einzudringen. Wasserfest und riffverträglich; zieht ohne weißen Film ein. Die Tube ist aus Zuckerrohr und gibt auch den letzten Tropfen her.',
    },
    variants: [['SUN-50-100', 'Sun Protection 50, 100 ml', 22.9, 17.2]],
    volumes: [15, 15, 15],
  },
  {
    id: 'home-cleaning-concentrate',
    type: HOME,
    name: { en: 'Home Cleaning Concentrate', de: 'Haushaltsreiniger-Konzentrat' },
    short: { en: 'One litre makes 100.', de: 'Aus einem Liter werden 100.' },
    description: {
      en: 'One litre makes a hundred: a capful for the bucket, a drop for the spray. Biodegradable, for everything that can be wiped. With a dosing cap and two bottles to refill.',
      de: 'Aus einem Liter werden hundert: eine Kappe für den Eimer, ein Tropfen für die Sprühflasche. Biologisch abbaubar, für alles, was man wischen kann. Mit Dosierkappe und zwei Flaschen zum Nachfüllen.',
    },
    variants: [
      ['CLEAN-LEMON-1L', 'Home Cleaning Concentrate lemon, 1 l', 18.75, 14.05],
      ['CLEAN-NEUTRAL-1L', 'Home Cleaning Concentrate neutral, 1 l', 18.75, 14.05],
    ],
    volumes: [11.25, 10, 11.25],
  },
  {
    id: 'laundry-strips',
    type: API_PRODUCT_TYPE,
    name: { en: 'Laundry Strips', de: 'Waschstreifen' },
    short: { en: '60 washes in an envelope.', de: '60 Wäschen in einem Umschlag.' },
    description: {
      en: 'Tear off a strip, put it into the drum, done. Pre-dosed detergent without plastic that dissolves from 20 °C, for white and coloured laundry. Sixty washes weigh as much as an apple.',
      de: 'Einen Streifen abreißen, in die Trommel legen, fertig. Vordosiertes Waschmittel ohne Plastik, das sich ab 20 °C löst, für Weißes und Buntes. Sechzig Wäschen wiegen so viel wie ein Apfel.',
    },
    variants: [['LAUNDRY-60', 'Laundry Strips, 60 washes', 16.4, 12.3]],
    volumes: [9.5, 9, 9.5],
  },
  {
    id: 'water-filter-jug',
    type: API_PRODUCT_TYPE,
    name: { en: 'Water Filter Jug', de: 'Wasserfilter-Kanne' },
    short: { en: 'Glass jug with three cartridges.', de: 'Glaskanne mit drei Kartuschen.' },
    description: {
      en: 'Takes lime and chlorine out of 150 litres with each cartridge, and leaves the minerals in. Hand-blown glass with an oak lid: it fits the door of the fridge, and looks good on the table.',
      de: 'Nimmt mit jeder Kartusche Kalk und Chlor aus 150 Litern und lässt die Mineralstoffe darin. Mundgeblasenes Glas mit Eichendeckel: Die Kanne passt in die Kühlschranktür und macht sich gut auf dem Tisch.',
    },
    variants: [
      ['FILTER-JUG', 'Water Filter Jug, 2.5 l', 58, 43.5],
      ['FILTER-REFILL-3', 'Water filter cartridges, 3 pieces', 24, 18],
    ],
    volumes: [36, 36, 36],
  },
  {
    id: 'sleep-well',
    type: API_PRODUCT_TYPE,
    name: { en: 'Sleep Well', de: 'Gut schlafen' },
    short: { en: 'Lemon balm, hops and magnesium.', de: 'Melisse, Hopfen und Magnesium.' },
    description: {
      en: 'An evening drink of lemon balm, hops and magnesium, without melatonin. Pour hot water over a sachet half an hour before bed, and put the telephone away. 30 sachets.',
      de: 'Ein Abendgetränk aus Melisse, Hopfen und Magnesium, ohne Melatonin. Eine halbe Stunde vor dem Schlafen einen Beutel mit heißem Wasser aufgießen und das Telefon weglegen. 30 Beutel.',
    },
    variants: [['SLEEP-30', 'Sleep Well, 30 sachets', 26.9, 20.15]],
    volumes: [18, 18, 18],
  },
  {
    id: 'aroma-diffuser',
    type: HOME,
    name: { en: 'Aroma Diffuser', de: 'Aroma-Diffusor' },
    short: { en: 'Ceramic diffuser with lavender oil.', de: 'Keramik-Diffusor mit Lavendelöl.' },
    description: {
      en: 'A quiet ultrasonic diffuser of matt ceramic for rooms of up to 30 m². It switches itself off when the water is gone. With 10 ml of lavender oil from Provence.',
      de: 'Ein leiser Ultraschall-Diffusor aus matter Keramik für Räume bis 30 m². Er schaltet sich aus, wenn das Wasser zu Ende ist. Mit 10 ml Lavendelöl aus der Provence.',
    },
    variants: [
      ['AROMA-WHITE', 'Aroma Diffuser, white', 49.5, 37.15],
      ['AROMA-STONE', 'Aroma Diffuser, stone', 49.5, 37.15],
    ],
    volumes: [32, 32, 32],
  },
  {
    id: 'family-oral-care',
    type: CARE,
    name: { en: 'Family Oral Care', de: 'Zahnpflege für die Familie' },
    short: { en: 'Four bamboo brushes and tooth tablets.', de: 'Vier Bambusbürsten und Zahnputztabletten.' },
    description: {
      en: 'Tooth tablets with fluoride for a month, and four bamboo brushes of two hardnesses, each with a ring in another colour. Chew, brush, rinse: children like it, and the tube is gone.',
      de: 'Zahnputztabletten mit Fluorid für einen Monat und vier Bambusbürsten in zwei Härten, jede mit einem Ring in anderer Farbe. Kauen, putzen, ausspülen: Kinder mögen es, und die Tube ist weg.',
    },
    variants: [['ORAL-FAMILY', 'Family Oral Care set', 19.95, 14.95]],
    volumes: [12, 12, 12],
  },
];

/** A bundle of the demo catalogue as the admin module takes it. */
export function bundleBody(bundle: DemoBundle): object {
  const [business, points, cumulative] = bundle.volumes;
  return {
    product_type: bundle.type,
    bundle_id: bundle.id,
    name: bundle.name.en,
    bundle_name_translations: bundle.name,
    description_translations: bundle.description,
    short_description_translations: bundle.short,
    image: `/shop/pictures/${bundle.id}.svg`,
    varients: bundle.variants.map(([sku, name, price, wholesale]) => {
      return { 'product-sku': sku, 'product-name': name, price, 'whole-sale-price': wholesale };
    }),
    attributes: { 'business-volume': business, points, 'cumulative-volume': cumulative },
  };
}
