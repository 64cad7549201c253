import { isApiError } from '@commerce/client';
import { useState } from 'react';
import { Button, Empty, PageTitle, Problem, useAction, Waiting } from '../components/basics';
import { useCart } from '../components/frame';
import { refresh } from '../data';
import { go, Link } from '../router';
import { type Cart, useShop } from '../shop';
import { useSpeech } from '../words';

/** The last look at the cart: what is agreed to here is charged, or nothing. */
export default function CheckoutPage() {
  const { words } = useSpeech();
  const cart = useCart();
  return (
    <div className="narrow-page">
      <PageTitle>{words.checkout.title}</PageTitle>
      <Waiting of={cart}>
        {(found) =>
          found.cartitems.length === 0 ? (
            <Empty title={words.cart.empty}>
              <Link to="/products" className="main">
                {words.home.browse}
              </Link>
            </Empty>
          ) : (
            <Review cart={found} />
          )
        }
      </Waiting>
    </div>
  );
}

function Review({ cart }: { cart: Cart }) {
  const { words, money, number } = useSpeech();
  const shop = useShop();
  const { isBusy, error, run } = useAction();
  const [hasChanged, setChanged] = useState(false);
  const place = async (): Promise<void> => {
    const { price } = cart.totals;
    setChanged(false);
    try {
      const order = await shop.api.createOrder({ expected_total: price }, { ifMatch: cart.version });
      refresh('cart', 'orders', 'progress');
      go(`/orders/${order.order_id}?placed`, { replace: true });
    } catch (refusal) {
      // The cart as it is now comes with the refusal; a stale version has no data.
      if (!isApiError(refusal) || refusal.status !== 409) throw refusal;
      setChanged(true);
      if (refusal.errors.expected_total === undefined) refresh('cart');
      else shop.showCart(refusal.data as Cart);
    }
  };
  return (
    <>
      <section className="panel review">
        <h2>{words.checkout.review}</h2>
        <ul>
          {cart.cartitems.map((line) => (
            <li key={line.id}>
              <span>
                {line.quantity} × {line.line_item_label}
              </span>
              <span className="price">{money(line.price)}</span>
            </li>
          ))}
        </ul>
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
      </section>
      <section className="panel">
        <h2>{words.checkout.payment}</h2>
        <p>{words.checkout.paymentText}</p>
      </section>
      {hasChanged && (
        <p className="note problem" role="alert">
          {words.checkout.changed(money(cart.totals.price))}
        </p>
      )}
      <Problem error={error} />
      <p className="last">
        <Button isBusy={isBusy} onClick={() => void run(place)}>
          {words.checkout.place(money(cart.totals.price))}
        </Button>
      </p>
    </>
  );
}
