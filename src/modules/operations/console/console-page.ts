import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#common/errors/app-error.js';
import { PACKAGE_ROOT } from '#common/package-root.js';

/** The directory of the console's build. */
export const CONSOLE_FOLDER = join(PACKAGE_ROOT, 'console/dist');

const PLACE_OF_NONCE = 'CSP_NONCE';

/** The console's page and its headers. */
export interface ConsolePage {
  html: string;
  headers: Record<string, string>;
}

/** Renders the console's single page, which is the response at every path of the console. */
export class ConsolePages implements OnModuleInit {
  private readonly logger = new Logger('Console');

  /** @param folder the directory of the build */
  constructor(private readonly folder: string) {}

  /** Without a build, the service logs a warning and does everything else. */
  onModuleInit(): void {
    if (!existsSync(this.file)) this.logger.warn('there is no console at /admin/: it was not built (npm run build)');
  }

  /**
   * The page with a new nonce, with which only the component library may add styles.
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

/** Enables the console's controller to send the files of the build, precompressed. */
export async function serveConsoleAssets(fastify: FastifyInstance): Promise<void> {
  // ConsolePages logs a missing build.
  const options = { serve: false, preCompressed: true, suppressWarning: true };
  await fastify.register(fastifyStatic, { root: CONSOLE_FOLDER, ...options });
}

function notBuilt(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new AppError('NOT_FOUND', 'there is no console here: it was not built');
}

/** Allows only resources of this service. */
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
