import { Empty, PageTitle, Waiting } from '../components/basics';
import { type Bundle, Bundles, useWishlist } from '../components/products';
import { useData } from '../data';
import { Link } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

/** What somebody likes, as it is in the catalogue now. */
export function WishlistPage() {
  const { words } = useSpeech();
  const { api } = useShop();
  const wished = useWishlist();
  const ids = [...new Set(wished.data?.map(({ bundle_id }) => bundle_id))];
  const bundles = useData(wished.data === undefined ? null : `bundles:${ids.join(',')}`, () =>
    Promise.all(ids.map((bundle_id): Promise<Bundle> => api.getBundle({ bundle_id }))),
  );
  return (
    <>
      <PageTitle>{words.wishlist.title}</PageTitle>
      <Waiting of={bundles}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.wishlist.empty} text={words.wishlist.emptyText}>
              <Link to="/products" className="main">
                {words.home.browse}
              </Link>
            </Empty>
          ) : (
            <>
              <h2 className="unseen">{words.products.found(found.length)}</h2>
              <Bundles bundles={found} />
            </>
          )
        }
      </Waiting>
    </>
  );
}
