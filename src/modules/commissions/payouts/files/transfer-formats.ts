import type { Fixed } from '#common/money/fixed.js';
import type { PayoutAccount } from '../details/payout-details.js';
import { isAchAmount, isPayableByAch, isPayerByAch, nachaOf } from './nacha.js';
import { isPayable, isPayableAmount, painOf } from './pain-001.js';
import type { TransferFile, Transfer } from './transfers.js';

interface TransferFormat {
  /** The only one that it takes. */
  readonly currency: string;
  readonly mediaType: string;
  readonly ending: string;
  readonly isPayer: (account: PayoutAccount | undefined) => account is PayoutAccount;
  readonly isPayable: (account: PayoutAccount | undefined) => account is PayoutAccount;
  readonly isPayableAmount: (amount: Fixed) => boolean;
  readonly write: (file: TransferFile, transfers: readonly Transfer[]) => string;
}

/** What files of transfers there are. */
export const TRANSFER_FORMATS: Readonly<Record<'pain.001' | 'nacha', TransferFormat>> = {
  'pain.001': {
    currency: 'EUR',
    mediaType: 'application/xml',
    ending: 'xml',
    isPayer: isPayable,
    isPayable,
    isPayableAmount,
    write: painOf,
  },
  nacha: {
    currency: 'USD',
    mediaType: 'text/plain',
    ending: 'ach',
    isPayer: isPayerByAch,
    isPayable: isPayableByAch,
    isPayableAmount: isAchAmount,
    write: nachaOf,
  },
};
