import type { CartView } from '#sales/orders/cart/cart.dto.js';
import type { OrderView } from '#sales/orders/orders.view.js';
import type { Answer } from '#test/support/http.js';
import type { CartSaw, DuelSaw, Objects, SeenBundle } from '../history/operation.js';

/** The data of an answer; the service says so by its contract, which other tests hold it to. */
type Data = Answer['data'];

/** What an answer says of a cart. */
export function seeCart(data: Data): CartSaw {
  const { cart_id, version, cartitems, totals } = data as unknown as CartView;
  const lines = cartitems.map(({ id, product_id, quantity }) => ({ id, product: product_id, quantity }));
  const items = cartitems.map((item) => ({ ...item, business_volume: item.data.business_volume }));
  return { cart: { id: cart_id, version, lines }, miscounted: isMiscounted(items, totals) };
}

/** What an answer says of the order that a cart has become. */
export function seePlaced({ order_id }: Data): { order: number; miscounted: boolean } {
  return { order: Number(order_id), miscounted: false };
}

/** What a page of orders says. */
export function seeOrders({ results }: Data): CartSaw {
  const views = results as OrderView[];
  const orders = views.map(({ id, items }) => ({
    id,
    lines: items.map((item) => ({ id: item.id, product: item.product_id, quantity: item.quantity })),
    price: String(items[0]?.unit_price),
  }));
  return {
    orders: orders.sort((one, other) => one.id - other.id),
    miscounted: views.some(({ items, totals }) => isMiscounted(items, totals)),
  };
}

/** The products of a wishlist. */
export function seeWishes(data: Data): { products: number[] } {
  const [result] = data as unknown as { wished_products: { product_id: number }[] }[];
  return { products: (result?.wished_products ?? []).map(({ product_id }) => product_id) };
}

/** The status of an order, and what came back of it. */
export function seeStatus(data: Data): Objects['status']['saw'] {
  const { status, items } = data as unknown as OrderView;
  return { status, lines: items.map(({ id, quantity, returned }) => ({ id, quantity, returned })) };
}

/** The bundles of a page of the client API's list; those that a name names only by accident are left out. */
export function seeListed({ results }: Data, shelf: string): { bundles: SeenBundle[] } {
  const bundles = results as { bundle_id: string; name: string; products: { name: string; base_price: number }[] }[];
  return {
    bundles: inOrder(
      bundles
        .filter(({ name }) => shelfOf(name) === shelf)
        .map(({ bundle_id, name, products }) => ({
          id: bundle_id,
          label: labelIn(name),
          variants: products.map((product) => ({ sku: product.name, label: labelOf(product.base_price) })),
        })),
    ),
  };
}

interface AdminBundle {
  bundle_id: string;
  name: string;
  bundle_name_translations: Record<string, string>;
  description_translations: Record<string, string>;
  varients: { 'product-sku': string; 'product-name': string; price: number; 'whole-sale-price': number }[];
  attributes: Record<string, number>;
}

/** The bundles of a page of the admin module's list, with all that an update writes. */
export function seeAdministered({ results }: Data, shelf: string): { bundles: SeenBundle[] } {
  const bundles = (results as AdminBundle[]).filter(({ name }) => shelfOf(name) === shelf);
  return {
    bundles: inOrder(
      bundles.map(({ bundle_id, name, attributes, varients, ...texts }) => ({
        id: bundle_id,
        label: oneOf([
          labelIn(name),
          labelIn(String(texts.bundle_name_translations.en)),
          labelIn(String(texts.description_translations.en)),
          ...Object.values(attributes).map(labelOf),
        ]),
        variants: varients.map((variant) => ({
          sku: variant['product-sku'],
          label: oneOf([labelOf(variant.price), labelOf(variant['whole-sale-price'])]),
        })),
      })),
    ),
  };
}

/** What an answer says of the line of a duel. */
export function seeLine(data: Data, product: number): DuelSaw {
  const { cartitems } = data as unknown as CartView;
  const line = cartitems.find(({ product_id }) => product_id === product);
  if (line === undefined) return { line: null };
  return { line: { id: line.id, cart: line.order_id_id, available: line.status === 'available' } };
}

/** All that an update with this label writes; the numbers are hundredths of it, so that they need their decimals. */
export function labelledBody(id: string, shelf: string, label: string, skus: readonly string[]): object {
  const text = nameOf(shelf, label);
  const number = Number(label) / 100;
  return {
    bundle_id: id,
    name: text,
    bundle_name_translations: { en: text },
    description_translations: { en: text },
    short_description_translations: { en: text },
    varients: skus.map((sku) => ({
      'product-sku': sku,
      'product-name': sku,
      price: number,
      'whole-sale-price': number,
    })),
    attributes: { 'business-volume': number, points: number, 'cumulative-volume': number },
  };
}

/** The name of a bundle: that of its shelf, and the label. */
function nameOf(shelf: string, label: string): string {
  return `${shelf} ${label}`;
}

const shelfOf = (name: string): string => name.slice(0, name.lastIndexOf(' '));
const labelIn = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);
const labelOf = (number: number): string => String(Math.round(number * 100));

/** One label where all are the same, else all of them. */
function oneOf(labels: readonly string[]): string {
  return [...new Set(labels)].join(' and ');
}

function inOrder(bundles: readonly SeenBundle[]): SeenBundle[] {
  return bundles
    .map((bundle) => ({ ...bundle, variants: bundle.variants.toSorted((one, other) => compare(one.sku, other.sku)) }))
    .sort((one, other) => compare(one.id, other.id));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

interface Priced {
  quantity: number;
  unit_price: number;
  price: number;
  business_volume: number;
}

/**
 * Whether totals are not the sum of the lines, or lines were not priced at one moment: all products of the load get their
 * prices and volumes by the same updates, and the same numbers.
 */
function isMiscounted(
  items: readonly Priced[],
  totals: { quantity: number; price: number; business_volume: number },
): boolean {
  const sum = (of: keyof Priced): number => items.reduce((all, item) => all + cents(item[of]), 0);
  const isTorn = new Set(items.map(({ unit_price }) => unit_price)).size > 1;
  const isWrong = items.some(
    ({ unit_price, quantity, price, business_volume }) =>
      cents(price) !== quantity * cents(unit_price) || price !== business_volume,
  );
  return (
    isTorn ||
    isWrong ||
    sum('quantity') !== cents(totals.quantity) ||
    sum('price') !== cents(totals.price) ||
    sum('business_volume') !== cents(totals.business_volume)
  );
}

const cents = (amount: number): number => Math.round(amount * 100);
