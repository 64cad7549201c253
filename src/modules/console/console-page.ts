import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** Where the build of the console is. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist');

const PLACE_OF_NONCE = 'CSP_NONCE';

/** The page of the console, and what it may do. */
export interface ConsolePage {
  html: string;
  policy: string;
}

/** Makes the console's one page: every address of the console is answered with it, and its script shows what belongs there. */
@Injectable()
export class ConsolePages {
  private template: Promise<string> | undefined;

  /**
   * The page with a nonce of its own, which lets the component library add its computed styles, and nobody else.
   * @throws Error when the console was not built
   */
  async make(): Promise<ConsolePage> {
    this.template ??= readFile(join(CONSOLE_FOLDER, 'index.html'), 'utf8');
    const nonce = randomBytes(16).toString('base64');
    return { html: (await this.template).replace(PLACE_OF_NONCE, nonce), policy: policyWith(nonce) };
  }
}

/** Nothing but what this service sends: no other host is asked for anything. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
