import type { ConsoleParts } from '../extension-api';
import type { DeclaredExtension } from './declared';
import { t } from '../i18n/t';

const loading = new Map<string, Promise<ConsoleParts>>();

/** How often each was forgotten: browsers keep the result of a script at an address, also that it failed. */
const failures = new Map<string, number>();

/** The pages and blocks of an extension. Its script is loaded once, when the first of them is shown. */
export function partsOf({ name, script }: DeclaredExtension): Promise<ConsoleParts> {
  let parts = loading.get(name);
  if (parts === undefined) {
    parts = load(name, failures.has(name) ? `${script}?again=${failures.get(name)}` : script);
    loading.set(name, parts);
  }
  return parts;
}

/** Lets a script that has failed be loaded again. */
export async function forgetFailure({ name }: DeclaredExtension): Promise<void> {
  await loading.get(name)?.catch(() => {
    loading.delete(name);
    failures.set(name, (failures.get(name) ?? 0) + 1);
  });
}

async function load(name: string, script: string): Promise<ConsoleParts> {
  const module = (await import(/* @vite-ignore */ script)) as { default?: unknown };
  if (!Array.isArray(module.default))
    throw new Error(
      t('the script of the extension {{name}} must have a list of pages and blocks as its default export', { name }),
    );
  return module.default as ConsoleParts;
}
