import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Defines which modules may import which, as in the import table of docs/ARCHITECTURE.md. `npm run boundaries` checks
 * these rules. They apply to the shipped code. Tests may also import their test tools.
 */

const TEST = String.raw`\.(test|contract|fixture)\.tsx?$|/test/`;
/**
 * Our own sources, without the `node_modules` folders that npm creates in workspaces that need a different version of a
 * package.
 */
const OURS = '^(packages|apps)/(?!.*node_modules/)';

/** Features that lock or write documents. `npm run boundaries` fails if a ninth feature is added (ADR 111). */
export const DOCUMENT_STORE_USERS = [
  'attachments',
  'completion-certificate',
  'documents',
  'documents-in-progress',
  'in-person',
  'packages',
  'signing',
  'templates',
];

export const forbidden: IForbiddenRuleType[] = [
  {
    name: 'no-circular',
    comment: 'Modules that need each other are one module. Types may refer to each other.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'resolvable',
    comment:
      'An import that leads nowhere would escape every other rule here. What a build makes leads nowhere in the source.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'contract-imports-zod',
    severity: 'error',
    from: { path: '^packages/contract/', pathNot: TEST },
    to: { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
  },
  {
    name: 'client-imports-contract-types',
    comment: 'The client runs in browsers: a value from the contract would bring zod and every schema into the page.',
    severity: 'error',
    from: { path: '^packages/client/', pathNot: TEST },
    to: { pathNot: '^packages/client/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'pki-imports-node',
    severity: 'error',
    from: { path: '^packages/pki/', pathNot: TEST },
    to: { pathNot: '^packages/pki/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'pdf-sign-imports-nothing-of-ours',
    comment: 'CMS comes into it as a function, so that a third party can check our documents without our server.',
    severity: 'error',
    from: { path: '^packages/pdf-sign/', pathNot: TEST },
    to: { path: OURS, pathNot: '^packages/pdf-sign/' },
  },
  {
    name: 'pades-joins-pdf-sign-and-pki',
    severity: 'error',
    from: { path: '^packages/pades/', pathNot: TEST },
    to: { path: OURS, pathNot: '^packages/(pades|pdf-sign|pki)/' },
  },
  {
    name: 'trust-lists-needs-pki',
    severity: 'error',
    from: { path: '^packages/trust-lists/', pathNot: TEST },
    to: { path: OURS, pathNot: '^packages/(trust-lists|pki)/' },
  },
  {
    name: 'cli-needs-no-server',
    comment: 'What the command line says about a document or a trail must not hang on anything of the product.',
    severity: 'error',
    from: { path: '^packages/cli/', pathNot: [TEST, '^packages/cli/src/remote/'] },
    to: { path: OURS, pathNot: '^packages/(cli|pades|pdf-sign|pki|audit-log|trust-lists)/' },
  },
  {
    name: 'cli-calls-servers-through-the-sdk',
    severity: 'error',
    from: { path: '^packages/cli/src/remote/', pathNot: TEST },
    to: { path: OURS, pathNot: '^packages/(cli|sdk)/' },
  },
  {
    name: 'audit-log-imports-node',
    severity: 'error',
    from: { path: '^packages/audit-log/', pathNot: TEST },
    to: { pathNot: '^packages/audit-log/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'ui-kit-imports-client',
    comment: 'Both kinds of pages use it, so it knows neither React nor Preact, and nothing of the server.',
    severity: 'error',
    from: { path: '^packages/ui-kit/', pathNot: TEST },
    to: { pathNot: ['^packages/(ui-kit|client)/', '^node_modules/signature_pad/'] },
  },
  {
    name: 'sdk-imports-client',
    comment: 'Its users install nothing else, so it bundles what it imports.',
    severity: 'error',
    from: { path: '^packages/sdk/src/', pathNot: TEST },
    to: { pathNot: '^packages/(sdk/src|client)/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'embed-imports-words',
    comment: 'Pages of integrators load it, so it stays small and brings no schemas.',
    severity: 'error',
    from: { path: '^packages/embed/src/', pathNot: TEST },
    to: { pathNot: ['^packages/embed/src/', '^packages/words/src/', '^packages/contract/src/languages\\.ts$'] },
  },
  {
    name: 'packages-know-no-app',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'feature-by-its-index',
    comment: "A feature's index.ts is its public face; the files behind it may change freely.",
    severity: 'error',
    from: { path: '^apps/server/src/features/([^/]+)/', pathNot: TEST },
    to: {
      path: '^apps/server/src/features/[^/]+/',
      pathNot: [
        '^apps/server/src/features/$1/',
        '^apps/server/src/features/[^/]+/index\\.ts$',
        '^apps/server/src/features/document-core/store/index\\.ts$',
      ],
    },
  },
  {
    name: 'document-store-for-few',
    comment:
      'The store functions of document-core lock and write documents. A feature that only reads uses a reader from document-core/index.ts (ADR 111).',
    severity: 'error',
    from: {
      path: '^apps/server/src/features/',
      pathNot: [TEST, `^apps/server/src/features/(${['document-core', ...DOCUMENT_STORE_USERS].join('|')})/`],
    },
    to: { path: '^apps/server/src/features/document-core/store/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'document-core-stands-alone',
    comment: 'Features build on document-core, so it imports none of them (ADR 111).',
    severity: 'error',
    from: { path: '^apps/server/src/features/document-core/', pathNot: TEST },
    to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/document-core/' },
  },
  {
    name: 'features-below-transport',
    severity: 'error',
    from: { path: '^apps/server/src/features/', pathNot: TEST },
    to: { path: '^apps/server/src/(transport|main)/' },
  },
  {
    name: 'platform-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/server/src/platform/', pathNot: TEST },
    to: { path: '^apps/server/src/(features|transport|main)/' },
  },
  {
    name: 'transport-imports-contract-and-platform',
    severity: 'error',
    from: { path: '^apps/server/src/transport/', pathNot: TEST },
    to: { path: OURS, pathNot: ['^apps/server/src/(transport|platform)/', '^packages/contract/'] },
  },
  {
    name: 'pages-import-contract',
    comment:
      'What runs in a browser shares nothing with the server but the contract, its client, the check of the audit log and the logo. Both pages write typed signatures in the same hands.',
    severity: 'error',
    from: { path: '^apps/(web|sign)/', pathNot: TEST },
    to: {
      path: OURS,
      pathNot: [
        '^apps/$1/',
        '^packages/(client|contract|brand|ui-kit|words|audit-log)/',
        '^apps/sign/(build|src/ink)/hands\\.ts$',
      ],
    },
  },
  {
    name: 'documentation-shows-no-code',
    comment: 'The site is built from the pages in docs and from the descriptions of the interface.',
    severity: 'error',
    from: { path: '^apps/docs/', pathNot: TEST },
    to: {
      path: OURS,
      pathNot: ['^apps/docs/', '^apps/server/src/transport/(openapi|graphql)/', '^packages/contract/'],
    },
  },
  {
    name: 'pages-import-contract-types',
    comment:
      'A value from the contract would bring zod and every schema into the page; conditions.ts, field-kinds.ts and languages.ts import nothing.',
    severity: 'error',
    from: { path: '^apps/(web|sign)/', pathNot: TEST },
    to: {
      path: '^packages/contract/',
      pathNot: '^packages/contract/src/(conditions|field-kinds|languages)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'web-parts-below-features',
    comment: 'What several features of the app share is in ui/ and api/, which know none of them.',
    severity: 'error',
    from: { path: '^apps/web/src/(ui|api)/', pathNot: TEST },
    to: { path: '^apps/web/src/(features|app)/' },
  },
  {
    name: 'crypto-in-few-places',
    comment: 'Keys, hashes and randomness have one home each; features get them as ports.',
    severity: 'error',
    from: {
      path: OURS,
      pathNot: [
        TEST,
        '^packages/(pki|audit-log|pdf-sign|cli)/',
        '^apps/server/src/platform/(adapters|crypto|ports/fakes)/',
        '^apps/docs/build/',
      ],
    },
    to: { path: '^(node:)?crypto$' },
  },
  {
    name: 'nothing-beside-the-arguments',
    comment: 'What follows a request would run in its context too, and take what is not its own (ADR 20).',
    severity: 'error',
    from: {},
    to: { path: '^(node:)?async_hooks$' },
  },
  {
    name: 'driver-in-platform',
    comment: 'Everything else queries through the unit of work, which sets the tenant.',
    severity: 'error',
    from: { path: OURS, pathNot: [TEST, '^apps/server/src/platform/'] },
    to: { path: '^node_modules/pg/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'jobs-start-as-declared',
    comment:
      'What starts a job stands in reactions.ts of a feature, as an event or as a continuation, and so in docs/understand/reactions.md (ADR 52).',
    severity: 'error',
    from: { path: OURS, pathNot: [TEST, '^apps/server/src/features/[^/]+/reactions\\.ts$'] },
    to: { path: '^apps/server/src/platform/jobs/continuation\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'jobs-start-through-the-recorder',
    comment: 'The recorder starts what reactions and continuations declare; nothing else queues a job (ADR 52).',
    severity: 'error',
    from: { path: OURS, pathNot: [TEST, '^apps/server/src/platform/audit/recorder\\.ts$'] },
    to: { path: '^apps/server/src/platform/jobs/enqueue\\.ts$' },
  },
  {
    name: 'fakes-in-tests',
    severity: 'error',
    from: { path: OURS, pathNot: [TEST, '/fakes/'] },
    to: { path: '/fakes/' },
  },
  {
    name: 'no-test-code-shipped',
    severity: 'error',
    from: { path: '^(packages|apps)/[^/]+/src/', pathNot: [TEST, '/fakes/'] },
    to: { path: TEST },
  },
];

export const options: ICruiseOptions = {
  // Type imports count as well. They are dependencies of the source, although not at run time.
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  exclude: { path: '(^|/)dist/' },
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
};
