import { Document, validateIBAN } from 'sepa';
import { fixed, fixedText, type Fixed } from '#common/money/fixed.js';
import type { PayoutAccount } from '../details/payout-details.js';
import { transferReference } from '../items/results.rules.js';
import { nameOf, type TransferFile, type Transfer } from './transfers.js';

/** The version of the format that banks take since November 2025. */
const FORMAT = 'pain.001.001.09';

const MOST: Fixed = fixed('999999999.99');
/** A cent, in ten-thousandths of a euro. */
const CENT = 100n;

/** Whether an account can be paid by SEPA. */
export function isPayable(account: PayoutAccount | undefined): account is PayoutAccount & { iban: string } {
  if (account?.iban === undefined || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account.iban)) return false;
  const { iban, bic } = account;
  return validateIBAN(iban) && (bic === undefined || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic));
}

/** Whether SEPA takes an amount: whole cents, at most 999,999,999.99. */
export function isPayableAmount(amount: Fixed): boolean {
  return amount > 0n && amount <= MOST && amount % CENT === 0n;
}

/**
 * A credit transfer initiation by ISO 20022. Its ids depend on the payout and the part alone, so that a bank knows a file that is
 * sent twice.
 * @param transfers payable ones, at least one
 * @throws Error without any detail of an account
 */
export function painOf({ payoutId, part, payer, at }: TransferFile, transfers: readonly Transfer[]): string {
  const document = new Document(FORMAT);
  const id = `PAYOUT-${payoutId}-${part}`;
  Object.assign(document.grpHdr, { id, created: at, initiatorName: nameOf(payer.holder) });
  const info = document.createPaymentInfo();
  Object.assign(info, {
    requestedExecutionDate: at,
    debtorName: nameOf(payer.holder),
    debtorIBAN: payer.iban,
    debtorBIC: payer.bic ?? '',
    batchBooking: true,
  });
  document.addPaymentInfo(info);
  for (const { id: item, amount, account } of transfers) {
    const reference = transferReference(payoutId, item);
    const transfer = info.createTransaction();
    Object.assign(transfer, {
      creditorName: nameOf(account.holder),
      creditorIBAN: account.iban,
      creditorBIC: account.bic ?? '',
      amount: Number(amount),
      currency: 'EUR',
      remittanceInfo: reference,
      end2endId: reference,
    });
    info.addTransaction(transfer);
  }
  const text = written(document);
  const sum = transfers.reduce((total, { amount }) => total + fixed(amount), 0n);
  // The library adds doubles.
  const cents = fixedText(sum).slice(0, -2);
  const sums = text.match(/<CtrlSum>[^<]*<\/CtrlSum>/g) ?? [];
  if (sums.length === 0 || sums.some((one) => one !== `<CtrlSum>${cents}</CtrlSum>`))
    throw new Error('the sum of a file for SEPA is wrong');
  return text;
}

function written(document: Document): string {
  try {
    return document.toString();
  } catch {
    // The library's message may have an account in it.
    throw new Error('a file for SEPA cannot be made');
  }
}
