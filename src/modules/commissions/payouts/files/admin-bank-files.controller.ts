import { Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { Costly } from '#common/http/costly.js';
import type { StreamedAnswer } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PayoutIdParam } from '../payouts.dto.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from '../payouts.failures.js';
import { BankFileQuery } from './bank-files.dto.js';
import {
  BankFiles,
  NO_ACCOUNTS,
  NO_PAYER,
  NOTHING_LEFT,
  OTHER_CURRENCY,
  UNKNOWN_COLUMNS,
} from './bank-files.service.js';

const FILES = {
  'text/csv':
    'reference,holder,iban,amount\nP12-101,Maria Schmidt,DE89370400440532013000,125.50\nP12-102,Marta Nowak,PL61109010140000071219812874,40.00\n',
  'application/xml':
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">…</Document>',
  'text/plain': '101 021000021 1234567892612010930A094101…',
};

/** Files for banks. See docs/spec/commissions.md#5. */
@AdminController('payouts', 'Admin: payouts', { read: 'payouts.bank-files', write: 'payouts.bank-files' })
export class AdminBankFilesController {
  constructor(private readonly files: BankFiles) {}

  @Endpoint('GET :id/bank-file', {
    id: 'adminGetBankFile',
    permission: 'payouts.bank-files',
    confirmed: true,
    summary: 'Download a file for the bank',
    description:
      'The items of a released payout that are neither paid nor failed, by uid: as CSV with columns to choose, or as transfers of 5,000 items a file: SEPA credit transfers (`pain.001.001.09`) in EUR, or ACH credits to people (`nacha`, PPD) in USD. The accounts are those that payout details of an extension give; they are not kept. `reference` is what a file of results names. A file of transfers has the same ids whenever it is made, so that a bank knows one that is sent twice.',
    answer: null,
    files: FILES,
    failures: [UNKNOWN_PAYOUT, WRONG_STATUS, UNKNOWN_COLUMNS, OTHER_CURRENCY, NO_PAYER, NO_ACCOUNTS, NOTHING_LEFT],
  })
  @Costly()
  download(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @Query() query: BankFileQuery,
  ): Promise<StreamedAnswer> {
    return this.files.file(caller, id, query);
  }
}
