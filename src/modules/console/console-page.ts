import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { PACKAGE_ROOT } from '../../common/package-root.js';

/** Where the build of the console is. */
export const CONSOLE_FOLDER = join(PACKAGE_ROOT, 'console/dist');

const PLACE_OF_NONCE = 'CSP_NONCE';

/** The page of the console, and what it may do. */
export interface ConsolePage {
  html: string;
  headers: Record<string, string>;
}

/** Makes the console's one page: every address of the console is answered with it, and its script shows what belongs there. */
export class ConsolePages implements OnModuleInit {
  private readonly logger = new Logger('Console');

  /** @param folder where the build is */
  constructor(private readonly folder: string) {}

  /** A service whose console was not built says so, and does all the rest. */
  onModuleInit(): void {
    if (!existsSync(this.file)) this.logger.warn('there is no console at /admin/: it was not built (npm run build)');
  }

  /**
   * The page with a nonce of its own, which lets the component library add its computed styles, and nobody else.
   * @throws AppError NOT_FOUND when the console was not built
   */
  async make(): Promise<ConsolePage> {
    const template = await readFile(this.file, 'utf8').catch(notBuilt);
    const nonce = randomBytes(16).toString('base64');
    return { html: template.replace(PLACE_OF_NONCE, nonce), headers: headersWith(nonce) };
  }

  private get file(): string {
    return join(this.folder, 'index.html');
  }
}

function notBuilt(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new AppError('NOT_FOUND', 'there is no console here: it was not built');
}

/** Nothing but what this service sends: no other host is asked for anything. */
function headersWith(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}
