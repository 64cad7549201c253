import { join } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const BY_GROUP = {
  regex: String.raw`^(\.\./){3}|^\.\./.*(src/(common|modules)|test/support)/`,
  message: 'import it by its group: #common/…, #people/…, #test/…',
};

const CONSOLE_BY_NAME = { regex: String.raw`^(\.\./){3}`, message: 'import it by its name: #console/components/…' };

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'coverage/',
      '.data/',
      '.cache/',
      '**/node_modules/',
      'docs/openapi.json',
      'console/src/api/schema.d.ts',
      'packages/client/src/generated/',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    // Each program is made once: one for the service, with examples/loyalty, which sees its sources here.
    languageOptions: {
      parserOptions: {
        project: [
          'tsconfig.json',
          'console/tsconfig.json',
          'examples/storefront/tsconfig.json',
          'test/browser/extension/tsconfig.json',
        ],
        tsconfigRootDir: join(import.meta.dirname, '..'),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)', message: 'write its entries out' },
      ],
    },
  },
  {
    // Nest needs the classes of constructor parameters at run time; consistent-type-imports knows that from the decorators.
    files: ['test/**/*.ts', '**/*.spec.ts', '**/*.{e2e,slow}-spec.ts', 'examples/**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'max-lines': 'off',
    },
  },
  {
    // node:test waits for its tests by itself.
    files: ['examples/**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['describe', 'it', 'test'], package: 'node:test' }] },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['{console,examples/storefront}/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [BY_GROUP] }] },
  },
  {
    files: ['test/support/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [BY_GROUP, { regex: '(proofs|bench)/', message: 'what tests share knows no proof or benchmark' }] },
      ],
    },
  },
  {
    files: ['console/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: [CONSOLE_BY_NAME] }] },
  },
  { files: ['{console,examples/storefront}/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    rules: { ...tseslint.configs.disableTypeChecked.rules, 'no-console': 'off' },
  },
);
