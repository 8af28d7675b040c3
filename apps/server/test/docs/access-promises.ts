/**
 * The API's promises about authentication, roles, plans, users and API keys. Each promise is one sentence with the
 * tests that fail if it is broken. A test is identified by its file below `apps/server/test` and by its exact title.
 * `matrix` refers to the rows of operations in the access matrix.
 */
import type { OperationId } from '@countersign/contract';

export type Proof = readonly [file: string, title: string] | { matrix: readonly OperationId[] };
export type Sentence = { says: string; proofs: readonly Proof[] };

const keys = { matrix: ['listApiKeys', 'createApiKey', 'revokeApiKey', 'rotateApiKey', 'handOverApiKey'] } as const;

export const ACCESS_PROMISES: readonly Sentence[] = [
  {
    says: 'A request is authenticated by one of three credentials: session cookie, API key, privileged server-to-server credential.',
    proofs: [{ matrix: ['listDocuments', 'getDocument'] }],
  },
  {
    says: 'Session cookie, used by browsers.',
    proofs: [
      ['http/login.test.ts', '%s opens a session'],
      [
        'http/secure-transport.test.ts',
        'binds session cookies to the host, sends them only over HTTPS, and hides them from scripts and other sites',
      ],
      ['http/cross-site.test.ts', 'rejects every operation that changes data if the request has %s'],
    ],
  },
  {
    says: 'API key, sent as header Authorization: Bearer. Keys can begin with the prefix sk_live_.',
    proofs: [
      ['http/createApiKey.test.ts', '%s: returns the API key and shows its value only once'],
      ['http/createApiKey.test.ts', 'accepts an API key until it expires, to the millisecond'],
    ],
  },
  {
    says: 'Privileged server-to-server credential, sent as Authorization: Bearer.',
    proofs: [
      [
        'http/service-credential.test.ts',
        'limits the service credential to the admin role in the organization that the request names',
      ],
      ['http/service-credential.test.ts', 'rejects a service credential with one changed character'],
    ],
  },
  {
    says: 'Keys are generated in dashboard settings or through the API-key endpoints.',
    proofs: [['http/createApiKey.test.ts', '%s: returns the API key and shows its value only once'], keys],
  },
  {
    says: 'API access requires the Medium Team plan or higher.',
    proofs: [
      ['http/createApiKey.test.ts', 'rejects new and existing API keys on the %s plan'],
      { matrix: ['listDocuments'] },
    ],
  },
  {
    says: 'A key has a name and an optional expiration (expiresInDays; null means none).',
    proofs: [
      ['http/createApiKey.test.ts', 'accepts null for an API key without an expiration'],
      ['http/createApiKey.test.ts', 'accepts an API key until it expires, to the millisecond'],
    ],
  },
  {
    says: 'Keys are scoped to the organization.',
    proofs: [{ matrix: ['getDocument', 'listApiKeys', 'getOrganization', 'getWebhook'] }],
  },
  {
    says: 'Rotation is available through the rotate endpoint.',
    proofs: [
      [
        'http/rotateApiKey.test.ts',
        'returns a new API key value, and accepts the old value for another day (path prefix "%s")',
      ],
    ],
  },
  {
    says: 'Unauthenticated callers are subject to the per-IP limit.',
    proofs: [
      [
        'http/rate-limits.test.ts',
        "counts an IP address's sign-ins, setup requests and requests without a valid credential in one bucket",
      ],
    ],
  },
  {
    says: 'Owner has full access, billing and organization deletion.',
    proofs: [
      { matrix: ['deleteOrganization', 'cancelOrganizationDeletion', 'transferOwnership'] },
      [
        'http/deleteOrganization.test.ts',
        'voids documents in progress after 30 days, closes the organization, and keeps completed documents',
      ],
    ],
  },
  {
    says: 'Owner cannot be removed by others.',
    proofs: [
      [
        'http/removeMember.test.ts',
        'does not let members remove others, administrators remove owners, or owners remove other owners',
      ],
      [
        'http/updateMember.test.ts',
        'lets an owner promote an administrator to owner, and lets owners demote only themselves',
      ],
      ['http/attacker-with-credentials.test.ts', 'keeps one owner if both owners leave concurrently'],
    ],
  },
  {
    says: 'Admin manages users (except owners), security, compliance and all documents, but not billing.',
    proofs: [
      [
        'http/updateMember.test.ts',
        'does not let administrators and API keys promote a member to owner or demote an owner',
      ],
      {
        matrix: [
          'updateMember',
          'removeMember',
          'updateOrganization',
          'setSingleSignOn',
          'getDocument',
          'voidDocument',
        ],
      },
    ],
  },
  {
    says: 'Member has own documents, shared templates and personal analytics.',
    proofs: [
      { matrix: ['getDocument', 'sendForSigning', 'downloadDocument', 'getDocumentAudit'] },
      ['http/listDocuments.test.ts', 'shows members only their own documents, and shows admins all documents'],
    ],
  },
  {
    says: 'Endpoints under /api/admin and the security health endpoint require the admin role.',
    proofs: [
      {
        matrix: [
          'listUsers',
          'createUser',
          'bulkImportUsers',
          'listTrustAnchors',
          'addTrustAnchor',
          'removeTrustAnchor',
          'createBackup',
          'verifyBackup',
        ],
      },
      ['http/access-matrix.soak.test.ts', 'denies members every operation under /api/admin'],
    ],
  },
  {
    says: 'Scheduled-job endpoints require a shared secret.',
    proofs: [
      { matrix: ['runDataRetention', 'runDataRetentionGet'] },
      ['http/service-credential.test.ts', 'rejects the scheduled-job secret for every other operation'],
    ],
  },
  {
    says: 'Rows at both the organization and user level only allow access to owned data.',
    proofs: [
      [
        'rls/row-security.test.ts',
        "rejects an update of another tenant's row in any table, and rejects moving rows to another tenant",
      ],
      ['http/access-matrix.soak.test.ts', 'has exactly one row of the access matrix for each operation'],
      [
        'http/attacker.test.ts',
        "rejects another organization's IDs, even if they are changed, encoded or sent in the wrong place",
      ],
    ],
  },
  {
    says: 'Or to documents a signer is assigned to by e-mail.',
    proofs: [
      { matrix: ['signDocument', 'openOwnSigningSession', 'openInboxEntry', 'declineDocument', 'forwardDocument'] },
      [
        'http/openOwnSigningSession.test.ts',
        'reads and signs a document from another organization with the bearer token',
      ],
      [
        'http/openInboxEntry.test.ts',
        "rejects an unknown entry, and the entry of another recipient even for the caller's own document",
      ],
      [
        'http/signDocument-account.test.ts',
        'rejects an unknown document, and a document sent to others, even if the caller is the administrator who sent it',
      ],
    ],
  },
  {
    says: 'Keys must stay server-side and must not be sent from client code.',
    proofs: [
      ['http/cross-site.test.ts', 'sends no CORS header, so that other sites cannot read a response'],
      ['http/createApiKey.test.ts', "stores only a hash of the API key's value"],
    ],
  },
  {
    says: 'Two-factor authentication can be enforced per organization.',
    proofs: [
      { matrix: ['listDocuments', 'createApiKey', 'getDocument', 'switchOrganization'] },
      [
        'http/getTwoFactor.test.ts',
        'lists the organizations that require a second factor, even for a member who has no access to them yet',
      ],
    ],
  },
  {
    says: 'Single sign-on with SAML 2.0 is available on Large Team and above.',
    proofs: [
      ['sso/saml-login.test.ts', 'rejects a sign-in if the plan no longer includes single sign-on'],
      [
        'sso/saml-login.test.ts',
        'creates a member at the first sign-in, finds the member at the second, and opens the requested page',
      ],
    ],
  },
];

/** The promises about each endpoint for users, authentication and API keys, and about limits and defaults. */
export const ENDPOINT_PROMISES: readonly Sentence[] = [
  {
    says: 'The key value itself is a secret. The listing does not carry it.',
    proofs: [
      ['http/listApiKeys.test.ts', 'returns API keys in the documented form, newest first, without their values'],
    ],
  },
  {
    says: '/api/settings/api-keys: object with apiKeys: array of API key entries.',
    proofs: [
      ['http/listApiKeys.test.ts', 'returns API keys in the documented form, newest first, without their values'],
    ],
  },
  {
    says: '/api/settings/api-keys: name (required), expiresInDays (optional; null means no expiration).',
    proofs: [['http/createApiKey.test.ts', 'accepts null for an API key without an expiration']],
  },
  {
    says: '/api/settings/api-keys?id=:keyId',
    proofs: [['http/revokeApiKey.test.ts', 'rejects the revoked API key everywhere immediately (path prefix "%s")']],
  },
  {
    says: '/api/settings/api-keys/:keyId/rotate',
    proofs: [['http/rotateApiKey.test.ts', 'lets an API key with any scope rotate itself, but not other keys']],
  },
  {
    says: 'GET /api/user/profile: get current profile.',
    proofs: [
      ['http/getProfile.test.ts', "returns the caller's own profile without the password"],
      { matrix: ['getProfile'] },
    ],
  },
  {
    says: 'PUT /api/user/profile: update profile.',
    proofs: [
      [
        'http/updateProfile.test.ts',
        'changes the given profile values, keeps omitted values, and removes values set to null',
      ],
      { matrix: ['updateProfile'] },
    ],
  },
  {
    says: 'POST /api/auth/2fa/setup: initialize two-factor setup.',
    proofs: [
      [
        'http/setUpTwoFactor.test.ts',
        'returns a 160-bit secret as text, URL and QR code, and requires no code until setup is confirmed',
      ],
    ],
  },
  {
    says: 'POST /api/auth/2fa/verify: verify two-factor code.',
    proofs: [
      [
        'http/verifyTwoFactor.test.ts',
        'returns ten recovery codes when the first code is accepted, e-mails the user, and records the change',
      ],
      [
        'http/verifyTwoFactor.test.ts',
        'opens only one session when ten sign-ins use the same code in fifty concurrent requests',
      ],
      [
        'http/verifyTwoFactor.test.ts',
        'does not grant access for a stolen pending sign-in, whether sent in the sign-in cookie or in a session cookie',
      ],
    ],
  },
  {
    says: 'GET /api/admin/users: list users (admin).',
    proofs: [
      ['http/listUsers.test.ts', 'searches members and invited people, and returns them page by page'],
      { matrix: ['listUsers'] },
    ],
  },
  {
    says: 'POST /api/admin/users/create: create user (admin).',
    proofs: [
      ['http/createUser.test.ts', 'invites a person, who becomes a member only after accepting'],
      { matrix: ['createUser'] },
    ],
  },
  {
    says: 'POST /api/admin/users/bulk-import: bulk import users, CSV columns email, name, role (admin).',
    proofs: [
      [
        'http/bulkImportUsers.test.ts',
        'invites the people in valid rows, skips members and duplicate rows, and reports each invalid row',
      ],
      { matrix: ['bulkImportUsers'] },
    ],
  },
  {
    says: 'Organization defaults: password minimum length 12; idle session timeout 30 minutes; document retention 7 years; audit log retention 10 years.',
    proofs: [
      ['http/getOrganization.test.ts', 'returns the default settings until a setting is changed'],
      ['http/getSession.test.ts', 'ends a session after 30 minutes without a request, and not earlier'],
    ],
  },
];
