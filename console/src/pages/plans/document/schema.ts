import { t } from '#console/i18n/t';

/** A JSON Schema, as far as that of a plan uses it. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** What a schema refers to, with the description and default next to the reference. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? undefined : root.$defs?.[name];
  if (target === undefined) return schema;
  const { $ref, ...beside } = schema;
  void $ref;
  return { ...target, ...beside };
}

/** A type of bonus: its word in plans, and the schema of its parameters. */
export interface BonusType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** The types of bonuses, those of extensions too. */
export function bonusTypes(root: JsonSchema): readonly BonusType[] {
  return (root.properties?.bonuses?.items?.oneOf ?? []).map((one) => {
    const schema = resolved(one, root);
    const type = schema.properties?.type?.const ?? '';
    return {
      type,
      title: schema.title === undefined ? inWords(type) : t(schema.title),
      description: t(sentence(schema.description ?? '')),
      schema,
    };
  });
}

/** The description of a property, as the text below its field: `What the plan is called.` */
export function helpOf(schema: JsonSchema | undefined): string | undefined {
  const text = schema?.description;
  if (text === undefined) return undefined;
  return t(sentence(text));
}

/** A text as a sentence. */
export function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

const WORDS: Readonly<Record<string, string>> = {
  id: 'ID',
  of: t('Matched bonuses'),
  excludes: t('Does not count in'),
  active_frontline: t('Active frontline'),
  leg_cap_percent: t('Maximum of one leg'),
  legs: t('Legs with a rank'),
  any: t('Any of several alternatives'),
  four_eyes: t('Four eyes'),
  half_even: t('Half to even'),
  half_up: t('Half up'),
};

/** A key of a document in words: `Group volume`. */
export function inWords(key: string): string {
  const words = WORDS[key] ?? key.replaceAll('_', ' ');
  return t(words.charAt(0).toUpperCase() + words.slice(1));
}
