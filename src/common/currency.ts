import { Injectable } from '@nestjs/common';
import { Config } from './config/config.js';

/** The one currency of the installation: prices have no other. Section 9 of the decisions (`CURRENCY`). */
@Injectable()
export class Currency {
  /** ISO 4217. */
  readonly code: string;
  readonly symbol: string;

  constructor(config: Config) {
    this.code = config.currency;
    this.symbol = currencySymbol(config.currency);
  }

  /**
   * The symbol of a currency that a placed order was frozen in, which need not be today's.
   * @param code ISO 4217
   */
  symbolOf(code: string): string {
    return code === this.code ? this.symbol : currencySymbol(code);
  }
}

/** The short symbol of a currency, such as `$`; the code itself where there is none. */
function currencySymbol(code: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
