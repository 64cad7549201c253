/** The rules of docs/ARCHITECTURE.md about who may import whom. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { pathNot: '^test/' }, to: { circular: true } },
    {
      name: 'no-cycles-in-tests-but-of-types',
      severity: 'error',
      from: { path: '^test/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'folders-and-rooms-in-one-direction',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(common/[^/]+|modules/[^/]+/[^/]+)$' },
      to: { circular: true },
    },
    {
      name: 'common-knows-no-feature',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/(modules/|app|main|start|index)' },
    },
    {
      name: 'rooms-by-their-index-only',
      severity: 'error',
      from: { path: '^src/modules/([^/]+/[^/]+)/' },
      to: {
        path: '^src/modules/',
        pathNot: [
          '^src/modules/$1/',
          '^src/modules/[^/]+/[^/]+/index\\.ts$',
          '^src/modules/[^/]+/[^/]+\\.messages\\.ts$',
        ],
      },
    },
    {
      name: 'app-uses-rooms-by-their-module-and-index-only',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: {
        path: '^src/modules/',
        pathNot: [
          '^src/modules/[^/]+/[^/]+/index\\.ts$',
          '\\.module\\.ts$',
          '^src/modules/[^/]+/[^/]+\\.messages\\.ts$',
        ],
      },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        path: '(node_modules/(@nestjs|typeorm|fastify)/)|(\\.(service|queries|entity|controller)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    // A group imports only groups below it: people, platform, sales, network, commissions, operations.
    {
      name: 'people-know-no-other-group',
      severity: 'error',
      from: { path: '^src/modules/people/' },
      to: { path: '^src/modules/(?!people/)' },
    },
    {
      name: 'platform-knows-people-only',
      severity: 'error',
      from: { path: '^src/modules/platform/' },
      to: { path: '^src/modules/(?!(people|platform)/)' },
    },
    {
      name: 'sales-know-people-and-platform-only',
      severity: 'error',
      from: { path: '^src/modules/sales/' },
      to: { path: '^src/modules/(?!(people|platform|sales)/)' },
    },
    {
      name: 'network-knows-no-commissions',
      severity: 'error',
      from: { path: '^src/modules/network/' },
      to: { path: '^src/modules/(?!(people|platform|sales|network)/)' },
    },
    {
      name: 'packages-know-nothing-of-the-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|test|console|tools)/' },
    },
    {
      name: 'packages-by-their-index-only',
      severity: 'error',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/src/((embedded|encrypted|webhooks)/)?index\\.ts$' },
    },
    {
      name: 'the-engine-is-pure',
      severity: 'error',
      from: { path: '^packages/commission-engine/', pathNot: 'spec\\.ts$' },
      to: { pathNot: '^(packages/commission-engine|node_modules/zod)/' },
    },
    {
      name: 'nothing-knows-operations',
      severity: 'error',
      from: { path: '^src/modules/(?!operations/)' },
      to: { path: '^src/modules/operations/' },
    },
    {
      name: 'examples-use-the-public-face',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|console)/', pathNot: '^(src/((testing/)?index|vite)|console/src/extension-api/index)\\.ts$' },
    },
    {
      name: 'the-shop-uses-react-and-the-client-alone',
      severity: 'error',
      from: { path: '^examples/storefront/src/' },
      to: {
        pathNot:
          '^(examples/storefront/src/|packages/client/src/index\\.ts$|node_modules/(@types/)?(react|react-dom)/|node_modules/@fontsource-variable/)',
      },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: 'spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'console-and-service-meet-over-http',
      severity: 'error',
      from: { path: '^(console|src)/' },
      to: { path: '^(console|src)/', pathNot: '^$1/' },
    },
    {
      name: 'console-pages-by-their-index-only',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/([^/]+)/', pathNot: ['^console/src/pages/$1/', '/index\\.tsx?$'] },
    },
    {
      name: 'console-loads-pages-when-they-are-visited',
      severity: 'error',
      from: { path: '^console/src/[^/]+\\.tsx?$' },
      to: {
        path: '^console/src/pages/[^/]+/',
        pathNot: ['/index\\.tsx?$', '/overview/'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'console-components-know-no-page',
      severity: 'error',
      from: { path: '^console/src/components/' },
      to: { path: '^console/src/(pages|shell)/' },
    },
    {
      name: 'console-api-knows-nothing-of-the-console',
      severity: 'error',
      from: { path: '^console/src/api/' },
      to: { path: '^console/src/(pages|shell|components)/' },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Specs use what tests share, which uses the whole service: no cycle of folders.
    doNotFollow: { path: '(node_modules|^test/support)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
