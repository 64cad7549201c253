/** The address of each module that the console gives to extensions. */
const GIVEN: Readonly<Record<string, string>> = {
  react: '/admin/extension-api/react.js',
  'react/jsx-runtime': '/admin/extension-api/jsx-runtime.js',
  'direct-selling-commerce-api/console': '/admin/extension-api/console.js',
};

/** Libraries of which the console has the only copy; extensions get their exports from the console. */
const ONLY_ONCE = /^(react-dom|react-router|@mantine\/\w+|@tanstack\/react-query)(\/|$)/;

/** Options of {@link consoleExtension}. */
export interface ConsoleBuildOptions {
  /** Default: `console/index.tsx`. */
  entry?: string;
  /** Default: `dist/console`. */
  outDir?: string;
}

/** As much of a plugin of Vite as there is here: neither the service nor extensions without a console part need Vite. */
interface ConsolePlugin {
  name: string;
  enforce: 'pre';
  config: () => object;
  resolveId: (id: string) => { id: string; external: 'absolute' } | null;
}

/**
 * A plugin of Vite that builds what an extension adds to the console. React and the console's components are not built in:
 * the browser loads them from the console, which has them already.
 * @example `export default defineConfig({ plugins: [consoleExtension()] });`
 */
export function consoleExtension({
  entry = 'console/index.tsx',
  outDir = 'dist/console',
}: ConsoleBuildOptions = {}): ConsolePlugin {
  return {
    name: 'commerce-console',
    enforce: 'pre',
    config: () => ({
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir,
        emptyOutDir: true,
        // The browsers of the console.
        target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
        lib: { entry, formats: ['es'], fileName: () => 'index.js', cssFileName: 'index' },
      },
    }),
    resolveId(id) {
      const address = GIVEN[id];
      if (address !== undefined) return { id: address, external: 'absolute' };
      if (ONLY_ONCE.test(id))
        throw new Error(
          `import what you need of ${id} from direct-selling-commerce-api/console: there must be one copy`,
        );
      return null;
    },
  };
}
