import { localTimeOf } from '../../components/local-time';

/** The volume ledger between two instants. @param to no part of it; left out: up to now */
export function ledgerAddress(from: string, to?: string): string {
  const query = new URLSearchParams({ from: localTimeOf(Date.parse(from)) });
  if (to !== undefined) query.set('to', localTimeOf(Date.parse(to)));
  return `/volumes?${query.toString()}`;
}
