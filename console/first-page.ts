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
