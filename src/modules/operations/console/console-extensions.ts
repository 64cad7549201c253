import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Logger, type OnModuleInit } from '@nestjs/common';
import type { ConsoleExtension } from '#common/console-extension.js';
import type { Extension } from '#common/extensions.js';

/** Below it are the pages of extensions, and in `assets` of each its files. */
const ADDRESS = '/admin/extensions';

/** The name of its style sheet, if it has one. */
const STYLES = 'index.css';

/** What extensions add to the console, and where their files are. */
export class ConsoleExtensions implements OnModuleInit {
  private readonly logger = new Logger('Console');
  private readonly all: readonly ConsoleExtension[];

  constructor(extensions: readonly Extension[]) {
    this.all = extensions.flatMap((one) => ('console' in one && one.console !== undefined ? [one.console] : []));
  }

  /** Without the script of an extension, the service logs a warning and does everything else. */
  onModuleInit(): void {
    for (const { name, entry } of this.all)
      if (!existsSync(entry))
        this.logger.warn(`the console part of the extension ${name} was not built: there is no ${entry}`);
  }

  /** The folder with the files of an extension. */
  folderOf(name: string): string | undefined {
    const found = this.all.find((one) => one.name === name);
    return found && dirname(found.entry);
  }

  /** What the console loads, and when. */
  describe() {
    return this.all.map(({ name, title, entry, pages = [], blocks = [] }) => {
      const assets = `${ADDRESS}/${name}/assets`;
      return {
        name,
        title,
        script: `${assets}/${basename(entry)}`,
        styles: existsSync(join(dirname(entry), STYLES)) ? `${assets}/${STYLES}` : null,
        pages: pages.map(({ path, title: link, permission }) => ({ path, title: link, permission })),
        blocks: blocks.map(({ slot, permission }) => ({ slot, permission })),
      };
    });
  }
}
