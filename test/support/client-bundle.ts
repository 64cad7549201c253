import { rolldown } from 'rolldown';

/** The typed client as one minified file, as an application gets it from its bundler. */
export async function bundledClient(format: 'esm' | 'iife'): Promise<string> {
  const bundle = await rolldown({
    input: 'packages/client/src/index.ts',
    platform: 'neutral',
    resolve: { extensionAlias: { '.js': ['.ts'] } },
    onLog(level, { message }) {
      throw new Error(`${level}: ${message}`);
    },
  });
  const { output } = await bundle.generate({ format, name: 'commerce', minify: true });
  return output[0].code;
}
