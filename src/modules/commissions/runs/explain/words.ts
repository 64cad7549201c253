import { fixedNumber, fixedText, type Fixed } from '#common/money/fixed.js';
import type { NumberWords } from '@commerce/commission-engine';

/** Of a {@link Fixed}. */
const DECIMALS = 4;

/** Writes numbers as members read them. Amounts and volumes are ten-thousandths. */
export class Words implements NumberWords {
  /**
   * @param currency ISO 4217
   * @param digits its decimals
   */
  constructor(
    private readonly currency: string,
    readonly digits: number,
  ) {}

  /** Such as `1,234.5`. */
  volume(value: Fixed): string {
    return grouped(withoutZeros(fixedText(value)));
  }

  /** Such as `12.40 USD`: with the decimals of the currency, rounded half away from zero. */
  money(value: Fixed): string {
    const unit = 10n ** BigInt(DECIMALS - this.digits);
    const half = value < 0n ? -unit / 2n : unit / 2n;
    const text = fixedText(((value + half) / unit) * unit);
    return `${grouped(text.slice(0, text.length - DECIMALS + this.digits).replace(/\.$/, ''))} ${this.currency}`;
  }

  number(value: Fixed): number {
    return fixedNumber(value);
  }
}

/**
 * Such as `8 October 2026`.
 * @param timeZone of the plan
 */
export function dayOf(at: Date, timeZone: string): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}

/** A bonus by its id: `fast start` of `fast_start`, and what lines of caps and clawbacks are. */
export function bonusWords(id: string): string {
  if (id === 'cap') return 'caps';
  return id === 'clawback' ? 'what was taken back' : id.replaceAll('_', ' ');
}

function withoutZeros(text: string): string {
  return text.replace(/\.?0+$/, '');
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
