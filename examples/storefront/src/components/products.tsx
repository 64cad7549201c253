import type { Schemas } from '@commerce/client';
import { refresh, useData } from '../data';
import { go, Link } from '../router';
import { useSession, useShop } from '../shop';
import { useSpeech } from '../words';
import { Icon } from './icons';

export type Bundle = Schemas['ProductListEntry'];

/** What a card shows of a bundle, beside what every list has. */
export const CARD_FIELDS = 'title,short_description,pictures,points,availability';

/** The picture of a bundle. Cards name the bundle beside it, so theirs says nothing more. */
export function Picture({
  bundle,
  alt = '',
  isFirst = false,
}: {
  bundle: Bundle | undefined;
  alt?: string;
  isFirst?: boolean;
}) {
  const url = bundle?.pictures?.[0]?.url;
  return (
    <span className="picture">
      {url !== undefined && (
        <img src={url} alt={alt} width={480} height={480} loading={isFirst ? 'eager' : 'lazy'} decoding="async" />
      )}
    </span>
  );
}

/** Bundles side by side. */
export function Bundles({ bundles }: { bundles: readonly Bundle[] }) {
  return (
    <ul className="bundles">
      {bundles.map((bundle, index) => (
        <Card key={bundle.bundle_id} bundle={bundle} isFirst={index < 4} />
      ))}
    </ul>
  );
}

function Card({ bundle, isFirst }: { bundle: Bundle; isFirst: boolean }) {
  const { words, money, number } = useSpeech();
  const isOpen = useSession();
  const prices = bundle.products.map(({ base_price }) => base_price);
  const least = Math.min(...prices);
  return (
    <li className="card">
      <Picture bundle={bundle} isFirst={isFirst} />
      <div className="card-text">
        <h3>
          <Link to={`/products/${encodeURIComponent(bundle.bundle_id)}`}>{bundle.title ?? bundle.name}</Link>
        </h3>
        <p>{bundle.short_description}</p>
        <p className="card-foot">
          <span className="price">
            {new Set(prices).size > 1 && <small>{words.products.from} </small>}
            {money(least)}
          </span>
          {isOpen && <span className="pill">{words.points(number(bundle.points ?? 0))}</span>}
        </p>
      </div>
      <Heart product={bundle.products[0]?.product_id} name={bundle.title ?? bundle.name} />
    </li>
  );
}

/** The products on the wishlist. */
export function useWishlist() {
  const { api } = useShop();
  return useData(useSession() ? 'wishlist' : null, async () => {
    const answer = await api.getWishlistItems();
    return answer.flatMap(({ wished_products }) => wished_products);
  });
}

/** Puts a product on the wishlist, or takes it off. */
export function Heart({ product, name }: { product: number | undefined; name: string }) {
  const { words } = useSpeech();
  const { api } = useShop();
  const isOpen = useSession();
  const isWished = useWishlist().data?.some(({ product_id }) => product_id === product) ?? false;
  if (product === undefined) return null;
  const change = async (): Promise<void> => {
    if (!isOpen) return go('/sign-in');
    await (isWished ? api.removeFromWishlist({ product_id: product }) : api.addToWishlist({ product_id: product }));
    refresh('wishlist');
  };
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={isWished}
      aria-label={words.product.wish(name)}
      onClick={() => void change()}
    >
      <Icon name="heart" filled={isWished} />
    </button>
  );
}

/** How many pieces. */
export function Quantity({
  value,
  name,
  onChange,
}: {
  value: number;
  name: string;
  onChange: (value: number) => void;
}) {
  const { words } = useSpeech();
  return (
    <div className="quantity" role="group" aria-label={words.product.quantity}>
      <button
        type="button"
        aria-label={words.product.less(name)}
        aria-disabled={value <= 1 || undefined}
        onClick={() => value > 1 && onChange(value - 1)}
      >
        <Icon name="minus" size={18} />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={words.product.moreOf(name)} onClick={() => onChange(value + 1)}>
        <Icon name="plus" size={18} />
      </button>
    </div>
  );
}
