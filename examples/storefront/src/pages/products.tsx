import type { Input } from '@commerce/client';
import { useState } from 'react';
import { Choice, Empty, Field, PageTitle, Problem, Waiting } from '../components/basics';
import { Bundles, CARD_FIELDS } from '../components/products';
import { useData } from '../data';
import { setQuery, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';

type Sorting = NonNullable<Input<'listBundles'>['sort']>;

/** Bundles on one page of the list. */
const PAGE = 24;

/** Everything that is sold: to search, to narrow and to sort. All of it is in the address. */
export function ProductsPage() {
  const { words, money, named } = useSpeech();
  const { api } = useShop();
  const { query } = useAddress();
  const [pages, setPages] = useState(1);
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const amount = (name: string): number | undefined => {
    const value = Number(query.get(name) || NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const [search, category] = [text('search'), text('category')];
  const [min_price, max_price] = [amount('min_price'), amount('max_price')];
  const sort = (text('sort') ?? 'newest') as Sorting;
  const filters = { search, min_price, max_price };
  const limit = PAGE * pages;
  const found = useData(`products:${JSON.stringify([filters, category, sort, limit])}`, () =>
    api.listBundles({ ...filters, category, sort, limit, fields: CARD_FIELDS }),
  );
  const facets = useData(`facets:${JSON.stringify(filters)}`, () => api.getFacets(filters)).data;
  const prices = facets?.price;
  const all = facets?.categories.reduce((sum, { count }) => sum + count, 0);
  const narrow = (changes: Record<string, string | undefined>): void => {
    setPages(1);
    setQuery(changes);
  };
  return (
    <>
      <PageTitle beside={<p role="status">{found.data && words.products.found(found.data.count)}</p>}>
        {category === undefined ? words.products.title : named(words.categories, category)}
      </PageTitle>
      <div className="narrow">
        <div className="chips" role="group" aria-label={words.home.categories}>
          <button type="button" aria-pressed={category === undefined} onClick={() => narrow({ category: undefined })}>
            {words.products.all} {all !== undefined && <small>{all}</small>}
          </button>
          {facets?.categories.map(({ category: name, count }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === category}
              onClick={() => narrow({ category: name === category ? undefined : name })}
            >
              {named(words.categories, name)} <small>{count}</small>
            </button>
          ))}
        </div>
        <div className="order-and-price">
          <Choice
            label={words.products.sort}
            value={sort}
            options={words.products.sorts}
            onChange={(value) => narrow({ sort: value === 'newest' ? undefined : value })}
          />
          <details className="prices">
            <summary>{words.products.filters}</summary>
            <div className="prices-fields">
              {prices && prices.min !== null && prices.max !== null && (
                <p>{words.products.range(money(prices.min), money(prices.max))}</p>
              )}
              <Price label={words.products.least('$')} name="min_price" onChange={narrow} />
              <Price label={words.products.most('$')} name="max_price" onChange={narrow} />
            </div>
          </details>
        </div>
      </div>
      <Waiting of={found} rows={8}>
        {({ results, count }) =>
          count === 0 ? (
            <Empty title={words.products.none}>
              <button
                type="button"
                className="second"
                onClick={() =>
                  narrow({ search: undefined, category: undefined, min_price: undefined, max_price: undefined })
                }
              >
                {words.products.clear}
              </button>
            </Empty>
          ) : (
            <>
              <h2 className="unseen">{words.products.found(count)}</h2>
              <Bundles bundles={results} />
              {results.length < count && limit < 100 && (
                <p className="more">
                  <button type="button" className="second" onClick={() => setPages(pages + 1)}>
                    {words.more}
                  </button>
                </p>
              )}
            </>
          )
        }
      </Waiting>
      {found.data !== undefined && <Problem error={found.error} />}
    </>
  );
}

function Price({
  label,
  name,
  onChange,
}: {
  label: string;
  name: string;
  onChange: (changes: Record<string, string | undefined>) => void;
}) {
  const { query } = useAddress();
  return (
    <Field
      label={label}
      type="number"
      min={0}
      step="any"
      inputMode="decimal"
      defaultValue={query.get(name) ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}
