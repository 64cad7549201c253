import type {
  Abstract,
  ClassProvider,
  DynamicModule,
  FactoryProvider,
  Provider,
  Type,
  ValueProvider,
} from '@nestjs/common';

/** The token of a replaceable provider: the abstract class that rooms inject. */
type Replaceable = Abstract<object> & { readonly name: string };

/** A replacement, in Nest's syntax: `{ provide: Pricing, useClass: MemberPricing }`. */
export type Replacement = (ClassProvider | FactoryProvider | ValueProvider) & { readonly provide: Replaceable };

/** A module of an extension; `replaces` lists its providers that replace the service's own. */
export type Extension = Type | (DynamicModule & { readonly replaces?: readonly Replacement[] });

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

/**
 * The Nest modules of extensions. A replacement becomes a provider of its extension's module, so that it can inject the same
 * providers.
 * @throws Error if a replaced token is not replaceable, or two extensions replace it
 */
export function mountExtensions(extensions: readonly Extension[]): (Type | DynamicModule)[] {
  const taken = new Set<Replaceable>();
  return extensions.map((extension) => {
    if (typeof extension === 'function' || extension.replaces === undefined) return extension;
    const { replaces, ...module } = extension;
    for (const { provide } of replaces) claim(taken, provide);
    const providers = replaces.map((replacement) => ({
      ...replacement,
      provide: tokenOfReplacement(replacement.provide),
    }));
    return {
      ...module,
      global: true,
      providers: [...(module.providers ?? []), ...providers],
      exports: [...(module.exports ?? []), ...providers.map(({ provide }) => provide)],
    };
  });
}

function claim(taken: Set<Replaceable>, token: Replaceable): void {
  if (!replaceableTokens.has(token)) throw new Error(`an extension replaces ${token.name}, which cannot be replaced`);
  if (taken.has(token)) throw new Error(`two extensions replace ${token.name}`);
  taken.add(token);
}

function tokenOfReplacement(token: Replaceable): symbol {
  return Symbol.for(`replacement of ${token.name}`);
}
