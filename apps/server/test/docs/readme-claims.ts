/**
 * The statements about Countersign in the README's two tables, row by row, with the tests that would fail if the
 * statements were wrong. Files are relative to `apps/server/test`.
 */
export interface Claim {
  row: string;
  says: string;
  proofs: readonly (readonly [file: string, title?: string])[];
}

export const README_CLAIMS: readonly Claim[] = [
  {
    row: 'Signatures',
    says: 'PAdES with a certificate for each signature, RFC 3161 time-stamps, sealed to B-LTA',
    proofs: [
      ['outside/outside-judgement.soak.test.ts'],
      ['outside/openssl-timestamps.test.ts'],
      ['outside/pki.test.ts'],
    ],
  },
  {
    row: 'Evidence',
    says: 'A hash-chained audit trail that the signatures cover, an audit log that outsiders can check and other organizations can witness, a certificate of completion, and verification without a server',
    proofs: [
      ['outside/trail-offline.test.ts'],
      ['http/tampering-kinds.test.ts'],
      ['../src/features/transparency-log/witnesses.test.ts'],
      ['outside/completion-certificate.test.ts'],
    ],
  },
  {
    row: 'Sending',
    says: 'Suggested fields, templates, public links to templates, packages, bulk send from CSV, reminders, in-person signing, access codes',
    proofs: [
      ['browser/suggested-fields.browser.test.ts'],
      ['http/useTemplate.test.ts'],
      ['http/confirmPublicLink.test.ts'],
      ['http/sendPackage.test.ts'],
      ['http/createBulkSend.test.ts'],
      ['http/remindSigners.test.ts'],
      ['http/startInPersonSession.test.ts'],
      ['http/openSigningSession-access-code.test.ts'],
    ],
  },
  {
    row: 'Signing page',
    says: 'Twelve languages, phones, keyboard and screen readers',
    proofs: [
      ['browser/languages.browser.test.ts'],
      ['browser/keyboard.browser.test.ts'],
      ['browser/accessibility-signing.browser.test.ts'],
    ],
  },
  {
    row: 'API',
    says: 'REST with OpenAPI 3.1, GraphQL, signed webhooks, idempotent requests, a sandbox with its own clock',
    proofs: [
      ['docs/openapi.test.ts'],
      ['http/graphql.test.ts'],
      ['clients/graphql.test.ts'],
      ['webhooks/deliveries.test.ts'],
      ['http/idempotency.test.ts'],
      ['http/advanceSandboxClock.test.ts'],
    ],
  },
  {
    row: 'Integration',
    says: 'SDKs for TypeScript and Python, a command-line client, an MCP server, web components for signing and preparing in your own pages, [documentation](docs/README.md) at `/docs`',
    proofs: [
      ['clients/sdk.test.ts'],
      ['clients/python.test.ts'],
      ['clients/command-line.test.ts'],
      ['clients/mcp.test.ts'],
      ['browser/embed-component.browser.test.ts'],
      ['browser/embed-prepare.browser.test.ts'],
      ['docs/guides.test.ts'],
    ],
  },
  {
    row: 'Accounts',
    says: 'Roles, two-factor authentication, passkeys, SAML and OpenID Connect',
    proofs: [
      ['http/access-matrix.soak.test.ts'],
      ['http/two-factor-enforcement.test.ts'],
      ['http/loginWithPasskey.test.ts'],
      ['sso/saml-login.test.ts'],
      ['sso/oidc-login.test.ts'],
    ],
  },
  {
    row: 'Operation',
    says: 'One process or one per core, PostgreSQL included, encrypted files, backups with restore tests, metrics and traces',
    proofs: [
      ['start/start.test.ts'],
      ['processes/one-machine.test.ts'],
      ['crash/encryption.test.ts'],
      ['http/verifyBackup.test.ts'],
      ['telemetry/metrics.test.ts'],
      ['telemetry/traces.test.ts'],
    ],
  },
  {
    row: 'License',
    says: 'Apache-2.0, one edition',
    proofs: [['docs/readme.test.ts', 'states that the project is licensed under the Apache License 2.0']],
  },
  { row: 'Prerequisites', says: 'Node', proofs: [['start/start.test.ts']] },
  {
    row: 'Certificates',
    says: "one for each signature, with the recipient's address",
    proofs: [['http/listCertificates.test.ts'], ['outside/pki.test.ts']],
  },
  {
    row: 'Time-stamps',
    says: 'a built-in authority, or an external one that you configure',
    proofs: [['outside/timestamp-failover.test.ts'], ['outside/openssl-timestamps.test.ts']],
  },
  {
    row: 'Single sign-on',
    says: 'SAML and OpenID Connect, per organization',
    proofs: [['sso/saml-login.test.ts'], ['sso/oidc-login.test.ts']],
  },
  { row: 'GraphQL', says: 'included', proofs: [['http/graphql.test.ts']] },
  {
    row: 'Hosted service from the vendor',
    says: 'no',
    proofs: [
      ['docs/readme.test.ts', 'does not claim in the README that there are no client libraries if the SDK exists'],
    ],
  },
  {
    row: 'Client libraries',
    says: 'TypeScript and Python, others generated from OpenAPI',
    proofs: [['clients/sdk.test.ts'], ['clients/python.test.ts'], ['clients/generated-clients.test.ts']],
  },
];
