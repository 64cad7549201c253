import type { Pool } from 'pg';
import { Shift } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { BASE, bundleBody } from '#test/support/shop.js';
import { Asker, type Client, Rotation, type Surroundings } from './asker.js';
import { Clerk, type Shelf, signingUp, stocking } from './clerk.js';
import { type Age, asking, type Duel, Duellist } from './duellist.js';
import { Shopper } from './shopper.js';

/** How many clients there are of each kind. */
interface Crowd {
  /** Each cart has as many, and so has its wishlist. */
  shoppersOfACart: number;
  clerks: number;
  duellists: number;
}

const CROWD: Crowd = { shoppersOfACart: 3, clerks: 5, duellists: 5 };

/** What all clients of a load buy. */
interface Goods {
  shelf: string;
  id: string;
  skus: readonly string[];
}

const WISHES = 12;
const SHELF_USES = 60;
const DUEL_USES = 24;
const NAME_USES = 3;
const RECENT_ORDERS = 4;

/**
 * Many clients that work on the same carts, wishlists, bundles, orders and names at the same time, through all instances
 * that are up, and write down in a history what came of it. To use it:
 *
 * ```ts
 * const history = new History();
 * const load = await Load.prepare({ shop, instances, history, signal }, pool, random);
 * load.start();
 * …                       // break things, if you like; requests that find no instance wait for one
 * await load.stop();      // when everything is up again: the last requests are answered
 * await readFinal(load);  // adds what is there in the end, over HTTP and by SQL
 * const { violations } = check(history);
 * ```
 *
 * It may be started again after it was stopped. The shop needs members; each has a cart.
 */
export class Load extends Shift {
  /** All shelves and duels that there have been, for the final reading. */
  readonly shelves: Rotation<Shelf>;
  readonly duels: Rotation<Duel>;
  private readonly names: Rotation<string>;
  private readonly orders: number[] = [];
  private readonly asker: Asker;
  protected readonly workers: readonly Client[];
  private labels = 0;

  private constructor(
    readonly around: Surroundings,
    readonly pool: Pool,
    private readonly random: Random,
    private readonly goods: Goods,
    private readonly products: readonly number[],
    private readonly name: string,
    crowd: Crowd,
  ) {
    super(around.signal);
    this.asker = new Asker('maker', around.shop.apiAdmin, around, random.fork('maker'));
    this.shelves = new Rotation(async (count) => shelf(`${name}-shelf-${numbered(count)}`), SHELF_USES);
    this.duels = new Rotation((count) => this.makeDuel(count), DUEL_USES);
    this.names = new Rotation(async (count) => `${name}-racer-${count}`, NAME_USES);
    this.workers = this.makeClients(crowd);
  }

  /**
   * Makes what the clients work on; the instances must be up.
   * @param name stands in the names of all that the clients make, so that another load may follow this one
   */
  static async prepare(
    around: Surroundings,
    pool: Pool,
    random: Random,
    crowd: Crowd = CROWD,
    name = 'race',
  ): Promise<Load> {
    const asker = new Asker('maker', around.shop.apiAdmin, around, random.fork('goods'));
    const skus = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${name}-${letter}`);
    const goods = { shelf: `${name} goods`, id: `${name}-goods`, skus };
    await asker.ask(stocking(goods.shelf, { kind: 'create', id: goods.id, label: '0', skus }));
    const products = await productsOf(asker, goods.shelf);
    if (products.length === 0) throw new Error('there are no goods for the load');
    return new Load(around, pool, random, goods, products, name, crowd);
  }

  private makeClients({ shoppersOfACart, clerks, duellists }: Crowd): Client[] {
    const { around } = this;
    const { apiAdmin, members, products } = around.shop;
    const market = {
      products: this.products,
      wishes: products.slice(0, WISHES),
      placed: (order: number) => {
        this.orders.push(order);
        this.orders.splice(0, this.orders.length - RECENT_ORDERS);
      },
    };
    const office = {
      shelves: this.shelves,
      names: this.names,
      goods: this.goods,
      order: () => (this.orders.length === 0 ? undefined : this.random.pick(this.orders)),
      lines: new Map(),
      label: () => this.label(),
    };
    const many = <T>(count: number, make: (name: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at));
    return [
      ...members.flatMap((member) =>
        many(shoppersOfACart, (at) => {
          const name = `${member.username}.${at}`;
          return new Shopper(name, member, around, this.random.fork(name), market);
        }),
      ),
      ...many(clerks, (at) => new Clerk(`clerk.${at}`, apiAdmin, around, this.random.fork(`clerk ${at}`), office)),
      ...many(duellists, (at) => {
        const random = this.random.fork(`duellist ${at}`);
        return new Duellist(`duellist.${at}`, apiAdmin, around, random, this.duels, this.age);
      }),
    ];
  }

  private label(): string {
    this.labels += 1;
    return String(this.labels);
  }

  /** A user, made by two sign-ups of which one succeeds, and a bundle. Undefined when an answer was missing. */
  private async makeDuel(count: number): Promise<Duel | undefined> {
    const name = `${this.name}-duel-${numbered(count)}`;
    const signUps = await this.asker.askTogether(signingUp(name), signingUp(name));
    const uid = signUps.flatMap(({ saw }) => saw?.uids ?? [])[0];
    if (uid === undefined) return undefined;
    const duel = { bundle: name, product: 0, uid, orders: [] };
    const created = await this.asker.ask({
      ...asking(duel, { kind: 'create' }),
      request: { method: 'POST', path: `${BASE}/commerce/product/create/`, body: bundleBody(name, `${name} 1`) },
    });
    if (created.outcome !== 'ok') return undefined;
    const [product] = await productsOf(this.asker, name);
    return product === undefined ? undefined : { ...duel, product };
  }

  private readonly age: Age = async (uid) => {
    const text = `UPDATE orders SET changed_at = changed_at - interval '31 days' WHERE uid = $1 AND status = 'cart'`;
    return this.pool.query(text, [uid]).then(
      () => 'ok' as const,
      () => 'unknown' as const,
    );
  };
}

async function productsOf(asker: Asker, name: string): Promise<number[]> {
  const list = await asker.look(`${BASE}/commerce/product/list/?name=${encodeURIComponent(name)}`);
  const bundles = (list?.results ?? []) as { products: { product_id: number }[] }[];
  return bundles.flatMap(({ products }) => products.map(({ product_id }) => product_id));
}

function shelf(name: string): Shelf {
  return { name, ids: ['a', 'b', 'c'].map((id) => `${name}-${id}`), contested: `${name}-contested` };
}

function numbered(count: number): string {
  return String(count).padStart(6, '0');
}
