import { readFile } from 'node:fs/promises';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/** Which modules home needs, and which the log-in: where everybody begins. */
export interface FirstModules {
  home: ReadonlySet<string>;
  logIn: ReadonlySet<string>;
}

/**
 * Builds once without putting anything together, to see what each of them needs after what nobody uses has been left out.
 * @param config of the console, without its groups of modules
 */
export async function firstModules(config: InlineConfig): Promise<FirstModules> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: 'index.html' } },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const needs = (...names: string[]): Set<string> => {
    const found = new Set(chunks.filter(({ name }) => names.includes(name)));
    // A set also walks over what is added meanwhile.
    for (const { imports } of found)
      chunks.filter(({ fileName }) => imports.includes(fileName)).forEach((one) => found.add(one));
    return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
  };
  return { home: needs('app', 'home'), logIn: needs('app', 'log-in') };
}

const LIBRARY = /@mantine\/core\/esm\/.*?(\w+)\.module\.mjs$/;
const STYLES = /@mantine\/core\/styles\/([\w-]+)\.css$/;
/** Of no component. */
const COMMON = ['baseline', 'default-css-variables', 'global'];

/** Refuses a build in which a component of the library has no styles, or whose styles are of no component. */
export const stylesOfComponents: Plugin = {
  name: 'styles-of-components',
  apply: 'build',
  generateBundle(_, bundle) {
    const used = new Set(COMMON);
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of Object.keys(chunk.modules)) {
        const component = LIBRARY.exec(id)?.[1];
        if (component !== undefined) used.add(component);
      }
    }
    const styled = new Set([...this.getModuleIds()].flatMap((id) => STYLES.exec(id)?.[1] ?? []));
    const missing = [...used].filter((name) => !styled.has(name));
    const idle = [...styled].filter((name) => !used.has(name));
    if (missing.length > 0 || idle.length > 0)
      this.error(
        `console/src/library-styles.ts lacks ${missing.join(', ') || 'nothing'}, and needs no ${idle.join(', ') || 'other'}`,
      );
  },
};

/** A catalogue in two parts: the words of where everybody begins, and all others. */
const PART = /\/i18n\/\w+\.json\?(first|other)$/;
const WORDS = new URL('src/i18n/t.ts', import.meta.url).pathname;
/** `import('./dialogs')`, and no type. */
const LATER = /(?<!typeof )\bimport\(((?:\/\*.*?\*\/ )?([^()]+))\)/g;
/** What i18next adds to a key for a number of things; a context is a word, too. */
const SUFFIX = /_[a-z]+$/;

/**
 * Splits the catalogues: with the first page come only words that stand in its modules, and those of the API. What it loads later
 * waits for the others, since its modules may have words in constants. While it is served from its sources, nothing is split.
 */
export function splitWords(first: FirstModules, apiWords: readonly string[]): Plugin {
  const isFirst = (id: string): boolean => first.home.has(id) || first.logIn.has(id);
  const isSplit = first.home.size > 0;
  let texts: Promise<string> | undefined;
  const readTexts = async (): Promise<string> => {
    const files = [...new Set([...first.home, ...first.logIn])].filter((id) => id.includes('/console/src/'));
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    return sources.join('\n').replaceAll("\\'", "'");
  };
  return {
    name: 'split-words',
    enforce: 'pre',
    async load(id) {
      const part = PART.exec(id)?.[1];
      if (part === undefined) return undefined;
      const words = JSON.parse(await readFile(id.split('?')[0]!, 'utf8')) as Record<string, string>;
      const written = isSplit ? await (texts ??= readTexts()) : '';
      const isOfFirst = (key: string): boolean => {
        const text = key.replace(SUFFIX, '');
        return !isSplit || apiWords.includes(key) || written.includes(key) || written.includes(text);
      };
      const entries = Object.entries(words).filter(([key]) => isOfFirst(key) === (part === 'first'));
      return { code: `export default ${JSON.stringify(Object.fromEntries(entries))}`, moduleType: 'js' };
    },
    async transform(code, id) {
      if (!isSplit || !isFirst(id) || id === WORDS || !id.includes('/console/src/')) return undefined;
      let result = code;
      for (const [found, argument, target] of code.matchAll(LATER)) {
        const file = await this.resolve(target!.slice(1, -1), id);
        if (file !== null && isFirst(file.id)) continue;
        result = result.replace(found, () => `otherWords().then(() => import(${argument}))`);
      }
      if (result === code) return undefined;
      return { code: `import { otherWords } from ${JSON.stringify(WORDS)};${result}`, map: null };
    },
  };
}
