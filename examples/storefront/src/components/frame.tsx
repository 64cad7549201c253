import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useData } from '../data';
import { go, Link, useAddress } from '../router';
import { useSession, useShop } from '../shop';
import { type Language, useSpeech } from '../words';
import { Icon, type IconName, Mark } from './icons';

/** The cart, as all pages know it. */
export function useCart() {
  const { api } = useShop();
  return useData(useSession() ? 'cart' : null, () => api.getCartItems());
}

/** What stands around every page: at the top on wide screens, with a bar at the bottom on phones. */
export function Frame({ children }: { children: ReactNode }) {
  const { words } = useSpeech();
  const { path } = useAddress();
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="top">
        <div className="top-inside">
          <Link to="/" className="brand" aria-label="Linnea">
            <Mark />
            <span>Linnea</span>
          </Link>
          <SearchField key={path === '/products' ? 'here' : 'elsewhere'} />
          <LanguageSwitch />
        </div>
      </header>
      <Navigation />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        <Mark size={36} />
        <p>{words.tagline}</p>
      </footer>
    </>
  );
}

function Navigation() {
  const { words } = useSpeech();
  const isOpen = useSession();
  const { path } = useAddress();
  const pieces = useCart().data?.totals.quantity ?? 0;
  const places: { to: string; icon: IconName; text: string; isHere: boolean }[] = [
    { to: '/', icon: 'shop', text: words.nav.shop, isHere: path === '/' || path.startsWith('/products') },
    { to: '/wishlist', icon: 'heart', text: words.nav.wishlist, isHere: path === '/wishlist' },
    { to: '/business', icon: 'business', text: words.nav.business, isHere: path.startsWith('/business') },
    isOpen
      ? { to: '/account', icon: 'account', text: words.nav.account, isHere: /^\/(account|orders)/.test(path) }
      : { to: '/sign-in', icon: 'account', text: words.nav.signIn, isHere: path === '/sign-in' },
    { to: '/cart', icon: 'cart', text: words.nav.cart, isHere: path === '/cart' },
  ];
  return (
    <nav className="places" aria-label={words.nav.main}>
      {places.map(({ to, icon, text, isHere }) => {
        const isCart = to === '/cart' && pieces > 0;
        return (
          <Link key={to} to={to} className={isHere ? 'here' : undefined}>
            <span className="place-icon">
              <Icon name={icon} />
              {isCart && (
                <span className="badge" aria-hidden="true">
                  {pieces}
                </span>
              )}
            </span>
            <span>
              {text}
              {isCart && <span className="unseen">, {words.pieces(pieces)}</span>}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

/** Looks for products: at once on their page, elsewhere when it is sent. */
function SearchField() {
  const { words } = useSpeech();
  const { path, query } = useAddress();
  const [text, setText] = useState(path === '/products' ? (query.get('search') ?? '') : '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (value: string, isReplaced: boolean): void => {
    const found = new URLSearchParams(path === '/products' ? query : undefined);
    found.delete('search');
    if (value.trim() !== '') found.set('search', value.trim());
    go(`/products${found.size > 0 ? `?${found.toString()}` : ''}`, { replace: isReplaced });
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        search(text, false);
      }}
    >
      <Icon name="search" size={20} />
      <input
        type="search"
        aria-label={words.products.search}
        placeholder={words.products.searchFor}
        value={text}
        onChange={(event) => {
          const { value } = event.target;
          setText(value);
          clearTimeout(timer.current);
          if (path === '/products') timer.current = setTimeout(() => search(value, true), 250);
        }}
      />
    </form>
  );
}

function LanguageSwitch() {
  const { language, setLanguage, words } = useSpeech();
  return (
    <div className="languages" role="group" aria-label={words.language}>
      {(['en', 'de'] as Language[]).map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => setLanguage(one)}>
          {one.toUpperCase()} <span className="unseen">{one === 'en' ? 'English' : 'Deutsch'}</span>
        </button>
      ))}
    </div>
  );
}
