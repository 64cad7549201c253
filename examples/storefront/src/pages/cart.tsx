import type { Schemas } from '@commerce/client';
import { useState } from 'react';
import { Button, Empty, PageTitle, Problem, useAction, Waiting } from '../components/basics';
import { type Condition, Conditions } from '../components/conditions';
import { useCart } from '../components/frame';
import { Icon } from '../components/icons';
import { type Bundle, Picture, Quantity } from '../components/products';
import { useData } from '../data';
import { go, Link } from '../router';
import { type Cart, useShop } from '../shop';
import { useSpeech } from '../words';

/** What is in the cart, what it counts for, and what it changes. */
export function CartPage() {
  const { words } = useSpeech();
  const cart = useCart();
  return (
    <>
      <PageTitle beside={cart.data && <p>{words.pieces(cart.data.totals.quantity)}</p>}>{words.cart.title}</PageTitle>
      <Waiting of={cart}>
        {(found) =>
          found.cartitems.length === 0 ? (
            <Empty title={words.cart.empty} text={words.cart.emptyText}>
              <Link to="/products" className="main">
                {words.home.browse}
              </Link>
            </Empty>
          ) : (
            <Filled cart={found} />
          )
        }
      </Waiting>
    </>
  );
}

function Filled({ cart }: { cart: Cart }) {
  const { words, money, number } = useSpeech();
  const shop = useShop();
  const { error, run } = useAction();
  const ids = [...new Set(cart.cartitems.map(({ bundle_id }) => bundle_id))].sort();
  const bundles = useData(`bundles:${ids.join(',')}`, () =>
    Promise.all(
      ids.map((bundle_id): Promise<Bundle | undefined> => shop.api.getBundle({ bundle_id }).catch(() => undefined)),
    ),
  ).data;
  const isWhole = cart.cartitems.every(({ status }) => status === 'available');
  return (
    <div className="cart">
      <ul className="lines">
        {cart.cartitems.map((line) => (
          <Line
            key={line.id}
            line={line}
            bundle={bundles?.find((one) => one?.bundle_id === line.bundle_id)}
            onChange={(quantity) =>
              void run(async () =>
                shop.showCart(
                  quantity === 0
                    ? await shop.api.removeCartItem({ pk: line.id, order_id: cart.cart_id! })
                    : await shop.api.updateCart({ cart_id: cart.cart_id!, line_item_id: line.id, quantity }),
                ),
              )
            }
          />
        ))}
      </ul>
      <div className="cart-side">
        <section className="panel total">
          <dl>
            <div>
              <dt>{words.cart.counts}</dt>
              <dd>{words.points(number(cart.totals.points))}</dd>
            </div>
            <div className="sum">
              <dt>{words.cart.total}</dt>
              <dd className="price">{money(cart.totals.price)}</dd>
            </div>
          </dl>
          <Problem error={error} />
          <Button onClick={() => isWhole && go('/checkout')} isBusy={!isWhole}>
            {words.cart.checkout}
          </Button>
        </section>
        <Effect />
      </div>
    </div>
  );
}

function Line({
  line,
  bundle,
  onChange,
}: {
  line: Cart['cartitems'][number];
  bundle: Bundle | undefined;
  onChange: (quantity: number) => void;
}) {
  const { words, money, number } = useSpeech();
  // What is pressed is shown at once; the answer says what is true.
  const [pressed, press] = useState<{ was: number; now: number }>();
  const quantity = pressed?.was === line.quantity ? pressed.now : line.quantity;
  const name = line.line_item_label;
  return (
    <li className="line">
      <Picture bundle={bundle} />
      <div className="line-text">
        <h2>
          <Link to={`/products/${encodeURIComponent(line.bundle_id)}`}>{bundle?.title ?? name}</Link>
        </h2>
        <p>{name}</p>
        <p>
          {money(line.unit_price)} {words.cart.each} · {words.points(number(line.data.points))}
        </p>
        {line.status === 'unavailable' && <p className="wrong">{words.cart.gone}</p>}
      </div>
      <p className="price">{money(line.price)}</p>
      <Quantity
        value={quantity}
        name={name}
        onChange={(now) => {
          press({ was: line.quantity, now });
          onChange(now);
        }}
      />
      <button type="button" className="icon-button" aria-label={words.cart.remove(name)} onClick={() => onChange(0)}>
        <Icon name="trash" size={20} />
      </button>
    </li>
  );
}

/** What the cart would change for a member: customers see nothing of it. */
function Effect() {
  const { words, named } = useSpeech();
  const { api } = useShop();
  const effect = useData('cart-commission', () => api.getCartCommission()).data;
  const progress = useData('progress', () => api.getProgress()).data;
  if (effect === undefined || effect.rank === null) return null;
  const { rank, active, next_rank: next } = effect;
  const rises = rank.after !== null && rank.after !== rank.before;
  const now = progress?.next_rank ?? undefined;
  const before = now?.name === next?.name ? now?.conditions : undefined;
  return (
    <section className="panel effect" aria-live="polite">
      <h2>{words.cart.effect}</h2>
      {rises && (
        <p className="rises">
          <Icon name="star" filled /> {words.cart.becomes(named(words.ranks, rank.after!))}
        </p>
      )}
      {active?.after && !active.before && <p className="rises">{words.cart.staysActive}</p>}
      {rises && now?.name === rank.after && <Reached conditions={now.conditions} effect={effect} />}
      {next === null && <p>{words.cart.complete}</p>}
      {next !== null && !rises && (
        <>
          <h3>{words.cart.missing(named(words.ranks, next.name))}</h3>
          <Conditions of={next.conditions} before={before} />
        </>
      )}
      {next !== null && rises && (
        <details>
          <summary>{words.cart.missing(named(words.ranks, next.name))}</summary>
          <Conditions of={next.conditions} />
        </details>
      )}
      <p className="quiet-text">{words.cart.effectText}</p>
    </section>
  );
}

/** The conditions of the rank that the cart reaches which are not met yet: they are, with it. */
function Reached({ conditions, effect }: { conditions: readonly Condition[]; effect: Schemas['CartCommissionView'] }) {
  const after: Partial<Record<Condition['condition'], number>> = {
    personal_volume: effect.personal_volume.after,
    group_volume: effect.group_volume.after,
  };
  const open = conditions.filter(({ holds }) => !holds);
  const met = open.map((one) => ({ ...one, had: after[one.condition] ?? one.wanted, missing: 0, holds: true }));
  return <Conditions of={met} before={open} />;
}
