import type {
  Abstract,
  ClassProvider,
  DynamicModule,
  FactoryProvider,
  Provider,
  Type,
  ValueProvider,
} from '@nestjs/common';

/** Names a provider that extensions may replace: the abstract class that rooms ask for. */
type Replaceable = Abstract<object> & { readonly name: string };

/** What stands in for a replaceable provider, in Nest's own words: `{ provide: Pricing, useClass: MemberPricing }`. */
export type Replacement = (ClassProvider | FactoryProvider | ValueProvider) & { readonly provide: Replaceable };

/** A module of an extension; with `replaces`, its providers that take the place of the service's own. */
export type Extension = Type | (DynamicModule & { readonly replaces?: readonly Replacement[] });

const replaceableTokens = new Set<Replaceable>();

/**
 * The providers of a room for something that an extension may replace: the usual class, and the token that the room injects,
 * which is the replacement if there is one.
 * @param token the abstract class; a room's services take it in their constructors
 * @param usual what is used without an extension
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
 * The modules of extensions as Nest takes them. A replacement becomes a provider of its extension's module, so that it can
 * take everything that this module can.
 * @throws Error for a replacement of something that cannot be replaced, or that two extensions replace
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
