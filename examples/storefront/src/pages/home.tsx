import { Waiting } from '../components/basics';
import { Icon } from '../components/icons';
import { Bundles, CARD_FIELDS, type Bundle } from '../components/products';
import { useTitle } from '../components/basics';
import { useData } from '../data';
import { Link } from '../router';
import { referral, useSession, useShop } from '../shop';
import { useSpeech } from '../words';

/** How many of the newest are shown, and how many stand behind the first words. */
const NEWEST = 8;

/** Whose pictures greet, in this order, if they are there. */
const GREETING = ['aloe-skin-care', 'green-tea-collection', 'sleep-well'];

export function HomePage() {
  const { words } = useSpeech();
  const { api } = useShop();
  const isOpen = useSession();
  const isInvited = referral() !== undefined && !isOpen;
  useTitle(words.nav.shop);
  const products = useData('products:home', () => api.listBundles({ fields: CARD_FIELDS, limit: 24 }));
  const facets = useData('facets:', () => api.getFacets());
  const bundles = products.data?.results ?? [];
  return (
    <>
      {isInvited && (
        <p className="invited">
          <Icon name="mail" />
          <span>
            <strong>{words.home.invited}</strong> {words.home.invitedText}
          </span>
          <Link to="/join">{words.home.join}</Link>
        </p>
      )}
      <section className="hero">
        <div className="hero-text">
          <h1>{words.home.title}</h1>
          <p>{words.home.lead}</p>
          <p className="actions">
            <Link to="/products" className="main">
              {words.home.browse}
            </Link>
            {!isOpen && (
              <Link to="/join" className="second">
                {words.home.join}
              </Link>
            )}
          </p>
        </div>
        <Greeting bundles={bundles} />
      </section>
      {isOpen && <Nearly />}
      <section>
        <h2>{words.home.categories}</h2>
        <ul className="categories">
          {facets.data?.categories.map(({ category, count }) => (
            <Category
              key={category}
              name={category}
              count={count}
              bundle={bundles.findLast(({ product_type }) => product_type === category)}
            />
          ))}
        </ul>
      </section>
      <section>
        <div className="section-head">
          <h2>{words.home.fresh}</h2>
          <Link to="/products">{words.home.all}</Link>
        </div>
        <Waiting of={products} rows={6}>
          {({ results }) => <Bundles bundles={results.slice(0, NEWEST)} />}
        </Waiting>
      </section>
    </>
  );
}

function Greeting({ bundles }: { bundles: readonly Bundle[] }) {
  const shown = GREETING.flatMap((id) => bundles.find(({ bundle_id }) => bundle_id === id)?.pictures?.[0]?.url ?? []);
  return (
    <div className="greeting" aria-hidden="true">
      {shown.map((url) => (
        <img key={url} src={url} alt="" width={480} height={480} />
      ))}
    </div>
  );
}

function Category({ name, count, bundle }: { name: string; count: number; bundle: Bundle | undefined }) {
  const { words, named } = useSpeech();
  const url = bundle?.pictures?.[0]?.url;
  return (
    <li>
      {url !== undefined && <img src={url} alt="" width={480} height={480} loading="lazy" />}
      <Link to={`/products?category=${encodeURIComponent(name)}`}>{named(words.categories, name)}</Link>
      <small>{words.products.found(count)}</small>
    </li>
  );
}

/** How near the next rank is, if only own volume is missing. */
function Nearly() {
  const { words, number, named } = useSpeech();
  const { api } = useShop();
  const next = useData('progress', () => api.getProgress()).data?.next_rank;
  const open = next?.conditions.filter(({ holds }) => !holds) ?? [];
  const own = open.find(({ condition }) => condition === 'personal_volume');
  if (next === undefined || next === null || own === undefined || open.length > 1) return null;
  return (
    <Link to="/business" className="nearly">
      <Icon name="star" />
      <span>
        <strong>{words.home.nearly(number(own.missing), named(words.ranks, next.name))}</strong>
        {words.home.progress}
      </span>
      <Icon name="right" />
    </Link>
  );
}
