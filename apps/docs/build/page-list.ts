/**
 * The pages of the site in reading order. Pages that are not listed are for contributors and stay in the repository.
 */

export type Section = { name: string; pages: readonly (readonly [file: string, name?: string])[] };

export const SECTIONS: readonly Section[] = [
  {
    name: 'Get started',
    pages: [['docs/start/README.md'], ['docs/start/twenty-lines.md'], ['docs/start/api.md']],
  },
  {
    name: 'Guides',
    pages: [
      ['docs/guides/first-document.md', 'First document'],
      ['docs/guides/fields.md', 'Fields'],
      ['docs/guides/templates.md', 'Templates'],
      ['docs/guides/bulk-send.md', 'Bulk send'],
      ['docs/guides/public-links.md', 'Public links'],
      ['docs/guides/webhooks.md', 'Webhooks'],
      ['docs/integrate/embedding.md', 'Embedding'],
      ['docs/guides/in-person.md', 'In person'],
      ['docs/guides/verification.md', 'Verification'],
      ['docs/guides/errors.md', 'Errors'],
      ['docs/guides/idempotency.md', 'Safe retries'],
      ['docs/guides/going-live.md', 'Going live'],
    ],
  },
  {
    name: 'Integrate',
    pages: [
      ['docs/integrate/README.md', 'Overview'],
      ['packages/sdk/README.md', 'TypeScript SDK'],
      ['packages/python/README.md', 'Python package'],
      ['docs/integrate/command-line.md'],
      ['packages/cli/README.md', 'Commands without a server'],
      ['docs/integrate/mcp.md'],
      ['docs/integrate/no-code.md'],
      ['docs/integrate/sandbox.md'],
      ['docs/integrate/field-tags.md'],
    ],
  },
  {
    name: 'API',
    pages: [
      ['docs/api/events.md', 'Event catalog'],
      ['docs/api/graphql.md'],
      ['docs/api/headers.md'],
      ['docs/api/limits.md'],
      ['docs/api/firewall.md'],
      ['docs/api/export.md'],
      ['docs/api/versioning.md', 'Versions'],
      ['docs/api/changelog.md', 'API changelog'],
      ['docs/api/interface-changes.md', 'Changes by release'],
    ],
  },
  {
    name: 'Single sign-on',
    pages: [
      ['docs/sso/README.md', 'Overview'],
      ['docs/sso/okta.md', 'Okta'],
      ['docs/sso/entra-id.md', 'Microsoft Entra ID'],
      ['docs/sso/keycloak.md', 'Keycloak'],
      ['docs/sso/google-workspace.md', 'Google Workspace'],
    ],
  },
  {
    name: 'Operate',
    pages: [
      ['docs/operate/README.md', 'Overview'],
      ['docs/operate/installation.md'],
      ['docs/operate/production.md'],
      ['docs/operate/containers.md'],
      ['docs/operate/scaling.md'],
      ['docs/operate/settings.md'],
      ['docs/operate/database.md'],
      ['docs/operate/citus.md'],
      ['docs/operate/files-in-s3.md'],
      ['docs/operate/keys.md'],
      ['docs/operate/backup-and-restore.md'],
      ['docs/operate/health.md'],
      ['docs/operate/monitoring.md'],
      ['docs/operate/runbooks.md'],
      ['docs/operate/witness.md'],
    ],
  },
  {
    name: 'Understand',
    pages: [
      ['docs/understand/README.md', 'Overview'],
      ['docs/ARCHITECTURE.md'],
      ['docs/understand/signing-flow.md', 'Signing flow'],
      ['docs/understand/states.md'],
      ['docs/understand/data.md'],
      ['docs/understand/verification.md', 'Verification'],
      ['docs/understand/tampering.md', 'Tampering'],
      ['docs/understand/trail-binding.md', 'Audit trail and signatures'],
      ['docs/understand/audit-log.md'],
      ['docs/understand/audit-log-format.md'],
      ['docs/understand/certificate-statement.md', 'Certificate statement'],
      ['docs/understand/reactions.md'],
      ['docs/understand/loose-commits.md'],
      ['docs/understand/optimizations.md'],
      ['docs/understand/asvs.md', 'Security requirements'],
    ],
  },
];

export const HOME = 'docs/README.md';

/** Pages whose URL is not derived from their file. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [HOME]: 'index.html',
  'docs/ARCHITECTURE.md': 'understand/architecture.html',
  'packages/sdk/README.md': 'integrate/sdk.html',
  'packages/python/README.md': 'integrate/python.html',
  'packages/cli/README.md': 'integrate/verify-files.html',
};

/**
 * Converts a file in the repository to a URL in the site. URLs end with `.html`, so that the folder also works without
 * a server.
 */
export function addressOf(file: string): string {
  return (
    ADDRESSES[file] ??
    `${file
      .replace(/^docs\//, '')
      .replace(/\/README\.md$/, '')
      .replace(/\.md$/, '')}.html`
  );
}
