import type { Permission } from './access/index.js';
import { ConfigError } from './config/config-error.js';

/** The pages of the console that have a place for blocks; what a block gets there is in `console/src/extension-api/parts.ts`. */
const SLOTS = ['home', 'member', 'order', 'run'] as const;

/** A page of the console with a place for blocks. */
export type ConsoleSlot = (typeof SLOTS)[number];

/** A page of an extension in the console. */
export interface ConsolePageDeclaration {
  /** Its address below that of the extension: `points`. */
  readonly path: string;
  /** Its link in the navigation. */
  readonly title: string;
  /** Users without it do not see the link and cannot open the page. */
  readonly permission: Permission;
}

/** The blocks of an extension in one place. */
export interface ConsoleBlockDeclaration {
  readonly slot: ConsoleSlot;
  /** Users without it do not see them. */
  readonly permission: Permission;
}

/** What an extension adds to the console. The components themselves are in its entry; see docs/extending.md. */
export interface ConsoleExtension {
  /** Unique, and in its addresses: `my-shop`. */
  readonly name: string;
  /** Above its links in the navigation. */
  readonly title: string;
  /** The built script. The files of its folder are public, so it has a folder of its own. */
  readonly entry: string;
  readonly pages?: readonly ConsolePageDeclaration[];
  readonly blocks?: readonly ConsoleBlockDeclaration[];
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;
const MAX_TITLE = 60;

/**
 * Says at the start what is wrong with what extensions add to the console.
 * @param permissions those that there are
 * @throws ConfigError that names the extension
 */
export function assertConsoleExtensions(all: readonly ConsoleExtension[], permissions: readonly string[]): void {
  for (const { name, title, entry, pages = [], blocks = [] } of all) {
    const wrong = (what: string): never => {
      throw new ConfigError(`the console part of the extension "${name}" ${what}`);
    };
    if (!NAME.test(name)) wrong('must have a name of small letters, digits and hyphens, such as my-shop');
    if (all.filter((other) => other.name === name).length > 1) wrong('has a name that another extension has');
    if (title === '' || title.length > MAX_TITLE) wrong(`must have a title of at most ${MAX_TITLE} characters`);
    // Whatever is in the folder is sent to anybody.
    if (!/[\\/]console[\\/][\w.-]+\.js$/.test(entry))
      wrong(`must have a script in a folder "console" as entry: ${entry}`);
    for (const { permission } of [...pages, ...blocks])
      if (!permissions.includes(permission)) wrong(`needs the permission "${permission}", which does not exist`);
    for (const { path, ...page } of pages) {
      if (!NAME.test(path) || path === 'assets') wrong(`has a page that cannot have the path "${path}"`);
      if (pages.filter((other) => other.path === path).length > 1) wrong(`has two pages with the path ${path}`);
      if (page.title === '' || page.title.length > MAX_TITLE) wrong(`has a page without a title: ${path}`);
    }
    for (const { slot } of blocks) {
      if (!SLOTS.includes(slot)) wrong(`has a block in "${String(slot)}": there are ${SLOTS.join(', ')}`);
    }
  }
}
