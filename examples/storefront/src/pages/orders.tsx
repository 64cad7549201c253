import { Empty, PageTitle, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { Link } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

/** What was ordered, newest first. */
export default function OrdersPage() {
  const { words, money, date, named } = useSpeech();
  const { api } = useShop();
  const orders = useData('orders', () => api.listOrders());
  return (
    <div className="narrow-page">
      <PageTitle>{words.orders.title}</PageTitle>
      <Waiting of={orders}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty title={words.orders.empty}>
              <Link to="/products" className="main">
                {words.home.browse}
              </Link>
            </Empty>
          ) : (
            <ul className="panel rows">
              {results.map((order) => (
                <li key={order.id}>
                  <div>
                    <Link to={`/orders/${order.id}`}>{words.orders.order(order.order_number)}</Link>
                    <p>
                      {date(order.placed_at)} · {words.pieces(order.totals.quantity)}
                    </p>
                  </div>
                  <div className="row-end">
                    <span className="price">{money(order.totals.price)}</span>
                    <span className={`status ${order.status}`}>{named(words.orders.statuses, order.status)}</span>
                  </div>
                  <Icon name="right" />
                </li>
              ))}
            </ul>
          )
        }
      </Waiting>
    </div>
  );
}
