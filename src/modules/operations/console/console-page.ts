import { join } from 'node:path';
import { BuiltPages } from '#common/http/built-pages.js';
import { PACKAGE_ROOT } from '#common/package-root.js';

/** The directory of the console's build. */
export const CONSOLE_FOLDER = join(PACKAGE_ROOT, 'console/dist');

/** The console's page. */
export class ConsolePages extends BuiltPages {
  /** @param folder the directory of the build */
  constructor(folder: string) {
    const others = /^\/admin\/(api|assets|extension-api|extensions\/[^/?]*\/assets)(\/|\?|$)/;
    super({ name: 'console', folder, address: '/admin/', others });
  }
}
