import type { Schemas } from '@commerce/client';
import { type FormEvent, useState } from 'react';
import { Button, Done, Field, PageTitle, Problem, useAction, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { refresh, useData } from '../data';
import { Link, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

type Order = Schemas['OrderDetailsView'];

/** An order: to be paid, on its way, or back again. */
export default function OrderPage({ id }: { id: number }) {
  const { words } = useSpeech();
  const { api } = useShop();
  const order = useData(`orders:${id}`, () => api.getOrder({ id }));
  return (
    <div className="narrow-page">
      <nav className="crumbs">
        <Link to="/orders">
          <Icon name="left" size={18} /> {words.orders.title}
        </Link>
      </nav>
      <Waiting of={order}>{(found) => <Details order={found} />}</Waiting>
    </div>
  );
}

/** Asks again for all that an order of one's own changes. */
const refreshAfterMove = (): void => refresh('orders', 'progress', 'team', 'cart-commission');

function Details({ order }: { order: Order }) {
  const { words, money, number, date, named } = useSpeech();
  const { query } = useAddress();
  const isOpenForReturn =
    (order.status === 'paid' || order.status === 'completed') && order.items.some((one) => one.returned < one.quantity);
  return (
    <>
      <PageTitle
        beside={<span className={`status ${order.status}`}>{named(words.orders.statuses, order.status)}</span>}
      >
        {words.orders.order(order.order_number)}
      </PageTitle>
      {query.has('placed') && order.status === 'placed' && <Done>{words.orders.thanks}</Done>}
      {order.status === 'placed' && <Pay order={order} />}
      {query.has('placed') && order.status === 'paid' && (
        <Done>
          {words.orders.paid} <Link to="/business">{words.home.progress}</Link>
        </Done>
      )}
      <section className="panel review">
        <ul>
          {order.items.map((item) => (
            <li key={item.id}>
              <span>
                {item.quantity} ×{' '}
                <Link to={`/products/${encodeURIComponent(item.bundle_id)}`}>{item.line_item_label}</Link>
                {item.returned > 0 && <small className="missing"> {words.orders.returned(item.returned)}</small>}
              </span>
              <span className="price">{money(item.price)}</span>
            </li>
          ))}
        </ul>
        <dl>
          <div>
            <dt>{words.cart.counts}</dt>
            <dd>{words.points(number(order.totals.points))}</dd>
          </div>
          <div className="sum">
            <dt>{words.cart.total}</dt>
            <dd className="price">{money(order.totals.price)}</dd>
          </div>
        </dl>
      </section>
      {isOpenForReturn && <Return order={order} />}
      <section>
        <h2>{words.orders.history}</h2>
        <ol className="history">
          {order.moves.map((move) => (
            <li key={move.at}>
              <strong>{move.from === move.to ? words.orders.sentBack : named(words.orders.statuses, move.to)}</strong>{' '}
              <time dateTime={move.at}>{date(move.at)}</time>
              {move.reason && <p>{move.reason}</p>}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function Pay({ order }: { order: Order }) {
  const { words, money } = useSpeech();
  const shop = useShop();
  const { isBusy, error, run } = useAction();
  const pay = async (): Promise<void> => {
    await shop.backEnd('pay', { order_id: order.id });
    refreshAfterMove();
  };
  return (
    <section className="panel pay">
      <p>{words.orders.payText}</p>
      <Problem error={error} />
      <Button isBusy={isBusy} onClick={() => void run(pay)}>
        {words.orders.pay(money(order.totals.price))}
      </Button>
    </section>
  );
}

function Return({ order }: { order: Order }) {
  const { words } = useSpeech();
  const shop = useShop();
  const { isBusy, error, run } = useAction();
  const [isDone, setDone] = useState(false);
  const [pieces, setPieces] = useState<Record<number, number>>({});
  const [reason, setReason] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const items = Object.entries(pieces).flatMap(([id, quantity]) =>
        quantity > 0 ? { id: Number(id), quantity } : [],
      );
      await shop.backEnd('return', { order_id: order.id, items, reason });
      setPieces({});
      setReason('');
      setDone(true);
      refreshAfterMove();
    });
  };
  return (
    <details className="panel return">
      <summary>{words.orders.return}</summary>
      {isDone && <Done>{words.orders.done}</Done>}
      <form className="form" onSubmit={send}>
        <p>{words.orders.returnText}</p>
        {order.items
          .filter((item) => item.returned < item.quantity)
          .map((item) => (
            <Field
              key={item.id}
              label={words.orders.returnOf(item.line_item_label)}
              type="number"
              inputMode="numeric"
              min={0}
              max={item.quantity - item.returned}
              value={pieces[item.id] ?? 0}
              onChange={({ target }) => setPieces({ ...pieces, [item.id]: Number(target.value) })}
            />
          ))}
        <Field
          label={words.orders.reason}
          required
          maxLength={500}
          placeholder={words.orders.reasonFor}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Problem error={error} />
        <Button type="submit" className="second" isBusy={isBusy}>
          {words.orders.sendBack}
        </Button>
      </form>
    </details>
  );
}
