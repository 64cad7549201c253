import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Empty, PageTitle } from './components/basics';
import { Frame } from './components/frame';
import { forgetData } from './data';
import { CartPage } from './pages/cart';
import { HomePage } from './pages/home';
import { ProductPage } from './pages/product';
import { ProductsPage } from './pages/products';
import { SignInPage } from './pages/sign-in';
import { WishlistPage } from './pages/wishlist';
import { Link, match, useAddress, useArrival } from './router';
import { type Config, Shop, ShopContext, useSession } from './shop';
import { firstLanguage, keepLanguage, type Language, SpeechContext, speechOf, useSpeech } from './words';

type Page = (values: Record<string, string>) => ReactNode;

const AccountPage = lazy(() => import('./pages/account'));
const CheckoutPage = lazy(() => import('./pages/checkout'));
const ConfirmPage = lazy(() => import('./pages/confirm'));
const JoinPage = lazy(() => import('./pages/join'));
const MailPage = lazy(() => import('./pages/mail'));
const ForgotPage = lazy(async () => ({ default: (await import('./pages/password')).ForgotPage }));
const SetPasswordPage = lazy(async () => ({ default: (await import('./pages/password')).SetPasswordPage }));
const OrderPage = lazy(() => import('./pages/order'));
const OrdersPage = lazy(() => import('./pages/orders'));
const EarningsPage = lazy(() => import('./pages/earnings'));
const ProgressPage = lazy(() => import('./pages/progress'));
const StatementPage = lazy(() => import('./pages/statement'));
const TeamPage = lazy(() => import('./pages/team'));

/** Pages that everybody sees. */
const OPEN: readonly [pattern: string, page: Page][] = [
  ['/', () => <HomePage />],
  ['/products', () => <ProductsPage />],
  ['/products/:id', ({ id }) => <ProductPage key={id} id={id!} />],
  ['/sign-in', () => <SignInPage />],
  ['/join', () => <JoinPage />],
  ['/mail', () => <MailPage />],
  ['/confirm', () => <ConfirmPage />],
  ['/forgot', () => <ForgotPage />],
  ['/set-password', () => <SetPasswordPage />],
];

/** Pages of whoever is logged in. */
const OWN: readonly [pattern: string, page: Page][] = [
  ['/cart', () => <CartPage />],
  ['/checkout', () => <CheckoutPage />],
  ['/wishlist', () => <WishlistPage />],
  ['/orders', () => <OrdersPage />],
  ['/orders/:id', ({ id }) => <OrderPage key={id} id={Number(id)} />],
  ['/business', () => <ProgressPage />],
  ['/business/team', () => <TeamPage />],
  ['/business/earnings', () => <EarningsPage />],
  ['/business/earnings/:period', ({ period }) => <StatementPage key={period} period={period!} />],
  ['/account', () => <AccountPage />],
];

function pageAt(path: string, pages: readonly [string, Page][]): ReactNode {
  for (const [pattern, page] of pages) {
    const values = match(pattern, path);
    if (values !== undefined) return page(values);
  }
  return undefined;
}

/** The shop, in a language. */
export function App({ config }: { config: Config }) {
  const [language, chooseLanguage] = useState(firstLanguage);
  const shop = useMemo(() => new Shop(config, language), [config, language]);
  const speech = useMemo(() => {
    const setLanguage = (chosen: Language): void => {
      keepLanguage(chosen);
      chooseLanguage(chosen);
    };
    return { ...speechOf(language, config.currency_code), setLanguage };
  }, [config, language]);
  const shown = useRef(language);
  useEffect(() => {
    document.documentElement.lang = language;
    if (shown.current === language) return;
    shown.current = language;
    forgetData();
  }, [language]);
  return (
    <ShopContext value={shop}>
      <SpeechContext value={speech}>
        <Frame>
          <Pages />
        </Frame>
      </SpeechContext>
    </ShopContext>
  );
}

function Pages() {
  const { path } = useAddress();
  const isOpen = useSession();
  const { words } = useSpeech();
  useArrival(path);
  const own = pageAt(path, OWN);
  const page = pageAt(path, OPEN) ?? (own !== undefined && !isOpen ? <SignInPage /> : own);
  return (
    <Safe key={path} words={{ broken: words.broken, shop: words.home.browse }}>
      <Suspense fallback={<div className="skeleton" role="status" aria-label={words.loading} />}>
        {page ?? <Lost />}
      </Suspense>
    </Safe>
  );
}

function Lost() {
  const { words } = useSpeech();
  return (
    <>
      <PageTitle>{words.notFound}</PageTitle>
      <Empty title={words.tagline}>
        <Link to="/" className="main">
          {words.home.browse}
        </Link>
      </Empty>
    </>
  );
}

interface SafeProps {
  words: { broken: string; shop: string };
  children: ReactNode;
}

/** What is left of a page that breaks. */
class Safe extends Component<SafeProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { words, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <Empty title={words.broken}>
        <Link to="/" className="main">
          {words.shop}
        </Link>
      </Empty>
    );
  }
}
