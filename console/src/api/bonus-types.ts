/** What a form needs to know of a type of bonus beside its parameters. */
interface BonusTypeFacts {
  /** Whether a plan is called after it. */
  readonly main: boolean;
  /** Whether it carries volume into the next period. */
  readonly carries: boolean;
  /** By parameter: which other bonuses it may name. */
  readonly names: Readonly<Record<string, { readonly above?: true; readonly types?: readonly string[] }>>;
}

/** Defined in vite.config.ts. */
declare const DOCUMENTED_BONUS_TYPES: readonly (readonly [string, BonusTypeFacts])[];

/** The types of bonuses of the OpenAPI document: all but those of extensions. */
export const BONUS_TYPES: ReadonlyMap<string, BonusTypeFacts> = new Map(DOCUMENTED_BONUS_TYPES);
