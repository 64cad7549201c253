import type { PayoutAccount } from '../details/payout-details.js';

/** A transfer in a file for a bank. */
export interface Transfer {
  readonly id: number;
  /** In its part of the payout, from 1 on; the same whenever the file is made, also when others have failed meanwhile. */
  readonly place: number;
  /** In the currency of the file. */
  readonly amount: string;
  readonly account: PayoutAccount;
}

/** A file of transfers: part of a payout, from one payer. */
export interface TransferFile {
  readonly payoutId: number;
  /** From 1 on. */
  readonly part: number;
  readonly payer: PayoutAccount;
  readonly at: Date;
}

const MAX_NAME = 70;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
};

/** A name in the characters that every bank takes. */
export function nameOf(holder: string): string {
  const plain = holder
    .replace(/[ßøØæÆłŁđĐœŒ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.slice(0, MAX_NAME).trim() || 'UNKNOWN';
}
