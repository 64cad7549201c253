import type { Schemas } from '@commerce/client';
import { useId, useState } from 'react';
import { Button, Done, Problem, useAction, useTitle, Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { Heart, Picture, Quantity } from '../components/products';
import { useData } from '../data';
import { Link } from '../router';
import { useSession, useShop } from '../shop';
import { useSpeech } from '../words';

type Bundle = Schemas['BundleDetailsView'];

/** A bundle, with all that somebody wants to know who buys it. */
export function ProductPage({ id }: { id: string }) {
  const { api } = useShop();
  const found = useData(`bundle:${id}`, () => api.getBundle({ bundle_id: id }));
  return (
    <Waiting of={found} rows={6}>
      {(bundle) => <Product bundle={bundle} />}
    </Waiting>
  );
}

function Product({ bundle }: { bundle: Bundle }) {
  const { words, named } = useSpeech();
  useTitle(bundle.title);
  return (
    <article className="product">
      <nav className="crumbs">
        <Link to={`/products?category=${encodeURIComponent(bundle.product_type)}`}>
          <Icon name="left" size={18} /> {named(words.categories, bundle.product_type)}
        </Link>
      </nav>
      <div className="product-picture">
        <Picture bundle={bundle} alt={bundle.pictures[0]?.alt ?? ''} isFirst />
        <Heart product={bundle.products[0]?.product_id} name={bundle.title} />
      </div>
      <div className="product-text">
        <h1>{bundle.title}</h1>
        <p className="lead">{bundle.short_description}</p>
        <Buy bundle={bundle} />
        <h2>{words.product.about}</h2>
        <p>{bundle.description}</p>
        <Volumes bundle={bundle} />
      </div>
    </article>
  );
}

function Buy({ bundle }: { bundle: Bundle }) {
  const { words, money } = useSpeech();
  const shop = useShop();
  const { isBusy, error, run } = useAction();
  const [isAdded, setAdded] = useState(false);
  const [quantity, setQuantity] = useState(1);
  const firstOne = bundle.products.find(({ availability }) => availability === 'available') ?? bundle.products[0];
  const [chosenId, choose] = useState(firstOne?.product_id);
  const chosen = bundle.products.find(({ product_id }) => product_id === chosenId);
  const name = useId();
  if (chosen === undefined) return <p className="note">{words.product.unavailable}</p>;
  const add = (): void => {
    setAdded(false);
    void run(async () => setAdded(await shop.addToCart(chosen.product_id, quantity)));
  };
  return (
    <div className="buy">
      {bundle.products.length > 1 && (
        <fieldset className="variants">
          <legend>{words.product.variant}</legend>
          {bundle.products.map((product) => (
            <label key={product.product_id}>
              <input
                type="radio"
                name={name}
                checked={product.product_id === chosenId}
                disabled={product.availability === 'unavailable'}
                onChange={() => choose(product.product_id)}
              />
              <span>{variantOf(product.name, bundle)}</span>
              <span className="price">{money(product.base_price)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="buy-bar">
        <p className="price big">{money(chosen.base_price * quantity)}</p>
        <Quantity value={quantity} name={bundle.title} onChange={setQuantity} />
        {chosen.availability === 'available' ? (
          <Button isBusy={isBusy} onClick={add}>
            {words.product.add}
          </Button>
        ) : (
          <p className="note">{words.product.unavailable}</p>
        )}
      </div>
      <Problem error={error} />
      {isAdded && (
        <Done>
          {words.product.added} <Link to="/cart">{words.product.toCart}</Link>
        </Done>
      )}
    </div>
  );
}

/** What tells a variant from the others: its name without that of the bundle. */
function variantOf(name: string, bundle: Bundle): string {
  const rest = name.startsWith(bundle.name) ? name.slice(bundle.name.length).replace(/^[\s,]+/, '') : name;
  return rest === '' ? name : rest;
}

/** What members get for it. */
function Volumes({ bundle: { points, business_volume } }: { bundle: Bundle }) {
  const { words, number } = useSpeech();
  if (!useSession()) return null;
  return (
    <section className="volumes" aria-label={words.product.volumes}>
      <h2>{words.product.volumes}</h2>
      <dl>
        <div>
          <dt>{words.points(number(points))}</dt>
          <dd>{words.product.pointsText}</dd>
        </div>
        <div>
          <dt>{words.product.volume(number(business_volume))}</dt>
          <dd>{words.product.volumeText}</dd>
        </div>
      </dl>
    </section>
  );
}
