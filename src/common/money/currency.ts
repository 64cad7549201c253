import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** The currency of the installation, in which all prices are. See docs/spec/service.md#9 (`CURRENCY`). */
@Injectable()
export class Currency {
  /** ISO 4217. */
  readonly code: string;
  readonly symbol: string;
  /** Decimals of its minor unit: 2 of the dollar, none of the yen. */
  readonly digits: number;

  constructor(config: Config) {
    this.code = config.currency;
    this.symbol = currencySymbol(config.currency);
    this.digits = currencyDigits(config.currency);
  }

  /**
   * The symbol of the currency of a placed order, which may differ from the current one.
   * @param code ISO 4217
   */
  symbolOf(code: string): string {
    return code === this.code ? this.symbol : currencySymbol(code);
  }
}

/** The decimals that ISO 4217 gives a currency. */
function currencyDigits(code: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

/** The short symbol of a currency, such as `$`; the code if it has none. */
function currencySymbol(code: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
