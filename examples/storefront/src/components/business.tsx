import type { ReactNode } from 'react';
import { Link } from '../router';
import { useSpeech } from '../words';
import { PageTitle } from './basics';

/** What stands around the pages of a member's business. */
export function Business({ children }: { children: ReactNode }) {
  const { words } = useSpeech();
  const { pages, title } = words.business;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <nav className="subpages" aria-label={title}>
        <Link to="/business">{pages.progress}</Link>
        <Link to="/business/team">{pages.team}</Link>
        <Link to="/business/earnings" isPartOf>
          {pages.earnings}
        </Link>
      </nav>
      {children}
    </>
  );
}

/** The first letters of a name on a colour of its own. */
export function Avatar({ name, uid }: { name: string; uid: number }) {
  const letters = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('');
  return (
    <span className={`avatar tint-${uid % 6}`} aria-hidden="true">
      {letters}
    </span>
  );
}

/** The paid-as rank of somebody, if they have one. @param text around its name */
export function Rank({ rank, text = (name) => name }: { rank: string | null; text?: (name: string) => string }) {
  const { words, named } = useSpeech();
  if (rank === null) return null;
  return <span className={`rank ${rank}`}>{text(named(words.ranks, rank))}</span>;
}

/** Sums by bonus, as bars beside each other. */
export function BonusBars({ sums }: { sums: readonly { bonus: string; amount: number }[] }) {
  const { words, money, named } = useSpeech();
  const most = Math.max(...sums.map(({ amount }) => Math.abs(amount)), 1);
  return (
    <ul className="bars">
      {sums.map(({ bonus, amount }) => (
        <li key={bonus} className={amount < 0 ? 'taken' : undefined}>
          <span>{named(words.bonuses, bonus)}</span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${(Math.abs(amount) / most) * 100}%` }} />
          </span>
          <span className="price">{money(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
