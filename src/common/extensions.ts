import type {
  Abstract,
  ClassProvider,
  DynamicModule,
  FactoryProvider,
  Provider,
  Type,
  ValueProvider,
} from '@nestjs/common';
import {
  PERMISSIONS,
  permissionsOfExtensions,
  setPermissionsOfExtensions,
  type ExtensionPermission,
  type PermissionDeclarations,
} from './access/index.js';
import { ConfigError } from './config/config-error.js';
import { assertConsoleExtensions, type ConsoleExtension } from './console-extension.js';
import { readSettings, type SettingsClass } from './config/extension-settings.js';
import {
  customFieldsOfExtensions,
  setCustomFields,
  type CustomFields,
  type DeclaredFields,
} from './custom-fields/declaration.js';
import {
  eventsOfExtensions,
  setEventsOfExtensions,
  type EventDeclaration,
  type EventDeclarations,
} from './events/event-types.js';
import { assertFits } from './versions.js';

/** The token of a replaceable provider: the abstract class that rooms inject. */
type Replaceable = Abstract<object> & { readonly name: string };

/** A replacement, in Nest's syntax: `{ provide: Pricing, useClass: MemberPricing }`. */
export type Replacement = (ClassProvider | FactoryProvider | ValueProvider) & { readonly provide: Replaceable };

/** What an extension declares besides its module. */
export interface ExtensionOptions {
  /** The version of the service that it was built and tested with. */
  readonly builtFor?: string;
  /** Its providers that replace the service's own. */
  readonly replaces?: readonly Replacement[];
  /** Its own events. */
  readonly events?: EventDeclarations;
  /** Its own permissions of the admin module. */
  readonly permissions?: PermissionDeclarations;
  /** Its own settings, classes of `Settings`. */
  readonly settings?: readonly SettingsClass[];
  /** Fields that it adds to the service's resources. */
  readonly customFields?: CustomFields;
  /** Its pages and blocks in the console. */
  readonly console?: ConsoleExtension;
}

/** An extension: its module, and what it declares. */
export type Extension = Type | (DynamicModule & ExtensionOptions);

/** The environment variables that settings are read from. */
export type Environment = Readonly<Record<string, string | undefined>>;

const replaceableTokens = new Set<Replaceable>();

/**
 * The providers of a room for something that an extension may replace: the default class, and the token, which resolves to the
 * replacement if there is one.
 * @param token the abstract class that the room's services inject
 * @param usual the default implementation
 */
export function replaceable<T extends object>(
  token: Abstract<T> & { readonly name: string },
  usual: Type<T>,
): Provider[] {
  replaceableTokens.add(token);
  const inForce = {
    provide: token,
    inject: [usual, { token: tokenOfReplacement(token), optional: true }],
    useFactory: (own: T, replacement?: T): T => replacement ?? own,
  };
  return [usual, inForce];
}

/** What extensions declare for the whole service. */
interface Declarations {
  readonly events: ReadonlyMap<string, EventDeclaration>;
  readonly permissions: ReadonlyMap<string, ExtensionPermission>;
  readonly customFields: DeclaredFields;
}

/**
 * Checks what extensions declare, before anything is started.
 * @throws ConfigError for a version of the service that does not fit, an invalid setting, and what is listed or declared twice
 */
export function checkExtensions(extensions: readonly Extension[], env: Environment): Declarations {
  for (const [at, extension] of extensions.entries()) {
    const { module, builtFor } = optionsOf(extension);
    if (extensions.indexOf(extension) !== at) throw new ConfigError(`the extension ${module.name} is listed twice`);
    assertFits(builtFor, module.name);
  }
  const events = eventsOfExtensions(declaredAs('events', extensions));
  const permissions = permissionsOfExtensions(declaredAs('permissions', extensions));
  const known = [...PERMISSIONS, ...permissions.keys()];
  assertConsoleExtensions(declaredAs('console', extensions), known);
  const customFields = customFieldsOfExtensions(declaredAs('customFields', extensions), known);
  for (const type of extensions.flatMap((one) => optionsOf(one).settings ?? [])) readSettings(type, env);
  return { events, permissions, customFields };
}

/**
 * The Nest modules of extensions, whose events, permissions and custom fields are now those that there are. A replacement
 * becomes a provider of its extension's module, so that it can inject the same providers; so do its settings.
 * @throws ConfigError if a replaced token is not replaceable, or two extensions replace it, and as {@link checkExtensions}
 */
export function mountExtensions(extensions: readonly Extension[], env: Environment): (Type | DynamicModule)[] {
  const { events, permissions, customFields } = checkExtensions(extensions, env);
  setEventsOfExtensions(events);
  setPermissionsOfExtensions(permissions);
  setCustomFields(customFields);
  const taken = new Map<Replaceable, string>();
  return extensions.map((extension) => {
    if (typeof extension === 'function') return extension;
    const {
      builtFor: _,
      events: _events,
      permissions: _permissions,
      customFields: _customFields,
      console: _console,
      replaces = [],
      settings = [],
      ...module
    } = extension;
    if (replaces.length + settings.length === 0) return module;
    for (const { provide } of replaces) claim(taken, provide, module.module.name);
    const read = settings.map((type) => ({ provide: type, useValue: readSettings(type, env) }));
    const replacing = replaces.map((replacement) => ({
      ...replacement,
      provide: tokenOfReplacement(replacement.provide),
    }));
    return {
      ...module,
      // Rooms find a replacement without importing its module.
      ...(replaces.length > 0 && { global: true }),
      providers: [...(module.providers ?? []), ...read, ...replacing],
      exports: [...(module.exports ?? []), ...[...read, ...replacing].map(({ provide }) => provide)],
    };
  });
}

function optionsOf(extension: Extension): DynamicModule & ExtensionOptions {
  return typeof extension === 'function' ? { module: extension } : extension;
}

function declaredAs<Part extends 'events' | 'permissions' | 'customFields' | 'console'>(
  part: Part,
  extensions: readonly Extension[],
): NonNullable<ExtensionOptions[Part]>[] {
  return extensions.map((extension) => optionsOf(extension)[part]).filter((one) => one !== undefined);
}

function claim(taken: Map<Replaceable, string>, token: Replaceable, extension: string): void {
  if (!replaceableTokens.has(token))
    throw new ConfigError(`${extension} replaces ${token.name}, which cannot be replaced`);
  if (taken.has(token)) throw new ConfigError(`${taken.get(token)} and ${extension} both replace ${token.name}`);
  taken.set(token, extension);
}

function tokenOfReplacement(token: Replaceable): symbol {
  return Symbol.for(`replacement of ${token.name}`);
}
