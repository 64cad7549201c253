import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import { ConfigError } from './config-error.js';

/** A class of settings of an extension; its instance is a provider of the extension's module. */
export type SettingsClass<Values extends object = object> = Type<Values> & { readonly schema: z.ZodObject };

/**
 * The base of a class of settings: environment variables by name, each with what zod says of it. They are read and validated
 * before the service starts. An empty variable counts as not set.
 * @example
 * ```ts
 * export class ShopSettings extends Settings(
 *   z.object({ SHOP_BONUS_DAYS: z.coerce.number().int().min(1).default(30).describe('days until a bonus ends') }),
 * ) {}
 * ```
 */
export function Settings<Schema extends z.ZodObject>(schema: Schema): SettingsClass<z.output<Schema>> {
  return class {
    static readonly schema = schema;
  } as unknown as SettingsClass<z.output<Schema>>;
}

/**
 * Reads the settings of an extension.
 * @throws ConfigError naming the first invalid setting; values are not shown, as they may be secret
 */
export function readSettings<Values extends object>(
  type: SettingsClass<Values>,
  env: Readonly<Record<string, string | undefined>>,
): Values {
  const shape = type.schema.shape as Readonly<Record<string, z.ZodType>>;
  const given = Object.keys(shape).map((name): [string, string | undefined] => [name, env[name]?.trim() || undefined]);
  const result = type.schema.safeParse(Object.fromEntries(given));
  if (result.success) return Object.assign(new type(), result.data);
  const { path, message } = result.error.issues[0]!;
  const name = String(path[0] ?? '');
  const told = shape[name]?.meta()?.description;
  const isMissing = given.some(([other, value]) => other === name && value === undefined);
  // What `z.coerce.number()` says of a text that is no number.
  const why = message.endsWith('received NaN') ? 'it must be a number' : message;
  const problem = isMissing ? `${name} must be set` : `${name || type.name} is invalid: ${why}`;
  throw new ConfigError(told === undefined ? problem : `${problem} (${told})`);
}
