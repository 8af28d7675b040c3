/**
 * The API's promises about authentication, roles and plans, sentence by sentence, and about the endpoints for users and
 * API keys, each with the tests that would fail if it did not hold. A test is named by its file below
 * `apps/server/test` and its title as written there. `matrix` refers to the rows of operations in the access matrix.
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
      ['http/secure-transport.test.ts', 'are tied to the host, secure, out of reach of scripts and of other sites'],
      ['http/cross-site.test.ts', '%s: every operation that changes something'],
    ],
  },
  {
    says: 'API key, sent as header Authorization: Bearer. Keys can begin with the prefix sk_live_.',
    proofs: [
      ['http/createApiKey.test.ts', '%s: the entry and, this once, the value'],
      ['http/createApiKey.test.ts', 'works until it expires, to the millisecond'],
    ],
  },
  {
    says: 'Privileged server-to-server credential, sent as Authorization: Bearer.',
    proofs: [
      ['http/service-credential.test.ts', 'acts as an admin of the organization it names, and in no other'],
      ['http/service-credential.test.ts', 'one character off is nothing'],
    ],
  },
  {
    says: 'Keys are generated in dashboard settings or through the API-key endpoints.',
    proofs: [['http/createApiKey.test.ts', '%s: the entry and, this once, the value'], keys],
  },
  {
    says: 'API access requires the Medium Team plan or higher.',
    proofs: [
      ['http/createApiKey.test.ts', '%s has no keys, and those it had work no longer'],
      { matrix: ['listDocuments'] },
    ],
  },
  {
    says: 'A key has a name and an optional expiration (expiresInDays; null means none).',
    proofs: [
      ['http/createApiKey.test.ts', 'an explicit null means no expiration'],
      ['http/createApiKey.test.ts', 'works until it expires, to the millisecond'],
    ],
  },
  {
    says: 'Keys are scoped to the organization.',
    proofs: [{ matrix: ['getDocument', 'listApiKeys', 'getOrganization', 'getWebhook'] }],
  },
  {
    says: 'Rotation is available through the rotate endpoint.',
    proofs: [['http/rotateApiKey.test.ts', '%s: a new value, and the old one works on for a day']],
  },
  {
    says: 'Unauthenticated callers are subject to the per-IP limit.',
    proofs: [
      [
        'http/rate-limits.test.ts',
        'one bucket for everything that proves nothing: no credential, wrong ones, logins and set-up',
      ],
    ],
  },
  {
    says: 'Owner has full access, billing and organization deletion.',
    proofs: [
      { matrix: ['deleteOrganization', 'cancelOrganizationDeletion', 'transferOwnership'] },
      [
        'http/deleteOrganization.test.ts',
        'in 30 days documents in progress are voided and nobody gets in; completed ones stay',
      ],
    ],
  },
  {
    says: 'Owner cannot be removed by others.',
    proofs: [
      ['http/removeMember.test.ts', 'a member removes nobody else, an administrator no owner, an owner no other owner'],
      ['http/updateMember.test.ts', 'an owner makes another owner, and each steps down only by themselves'],
      ['http/attacker-with-credentials.test.ts', 'two owners leave, each many times: one of them stays'],
    ],
  },
  {
    says: 'Admin manages users (except owners), security, compliance and all documents, but not billing.',
    proofs: [
      [
        'http/updateMember.test.ts',
        'an administrator makes no owner, not even of themselves, and demotes none; a key neither',
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
      ['http/listDocuments.test.ts', 'a member sees their own alone, an admin all'],
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
      ['http/access-matrix.test.ts', 'every operation under /api/admin is closed to members'],
    ],
  },
  {
    says: 'Scheduled-job endpoints require a shared secret.',
    proofs: [
      { matrix: ['runDataRetention', 'runDataRetentionGet'] },
      ['http/service-credential.test.ts', 'opens nothing else'],
    ],
  },
  {
    says: 'Rows at both the organization and user level only allow access to owned data.',
    proofs: [
      ['rls/row-security.test.ts', 'no row is updated in any table, and no own row can be given away'],
      ['http/access-matrix.test.ts', 'every operation has a row, and every row an operation'],
      ['http/attacker.test.ts', 'ids: those of the victim, bent, dressed up and in the wrong place'],
    ],
  },
  {
    says: 'Or to documents a signer is assigned to by e-mail.',
    proofs: [
      { matrix: ['signDocument', 'openOwnSigningSession', 'openInboxEntry', 'declineDocument', 'forwardDocument'] },
      [
        'http/openOwnSigningSession.test.ts',
        'what another organization sent to one’s address is read and signed with the bearer',
      ],
      [
        'http/openInboxEntry.test.ts',
        'a place of another, also of whom one’s own document went to; one that is not there',
      ],
      [
        'http/signDocument-account.test.ts',
        'a document sent to others, also to the administrator who sent it, and one that is not there',
      ],
    ],
  },
  {
    says: 'Keys must stay server-side and must not be sent from client code.',
    proofs: [
      ['http/cross-site.test.ts', 'reading, which another site cannot see: no CORS header gives it away'],
      ['http/createApiKey.test.ts', 'only a hash of the value is stored'],
    ],
  },
  {
    says: 'Two-factor authentication can be enforced per organization.',
    proofs: [
      { matrix: ['listDocuments', 'createApiKey', 'getDocument', 'switchOrganization'] },
      [
        'http/getTwoFactor.test.ts',
        'names the organizations that require a second factor, also to whom they let in nowhere else',
      ],
    ],
  },
  {
    says: 'Single sign-on with SAML 2.0 is available on Large Team and above.',
    proofs: [
      ['sso/saml-login.test.ts', 'a plan that has no single sign-on any more'],
      [
        'sso/saml-login.test.ts',
        'makes a member at the first time, finds them the second time, and leads where they wanted to go',
      ],
    ],
  },
];

/** The promises for each endpoint for users, authentication and API keys, and for their limits and defaults. */
export const ENDPOINT_PROMISES: readonly Sentence[] = [
  {
    says: 'The key value itself is a secret. The listing does not carry it.',
    proofs: [['http/listApiKeys.test.ts', 'the entries as specified, newest first, without their values']],
  },
  {
    says: '/api/settings/api-keys: object with apiKeys: array of API key entries.',
    proofs: [['http/listApiKeys.test.ts', 'the entries as specified, newest first, without their values']],
  },
  {
    says: '/api/settings/api-keys: name (required), expiresInDays (optional; null means no expiration).',
    proofs: [['http/createApiKey.test.ts', 'an explicit null means no expiration']],
  },
  {
    says: '/api/settings/api-keys?id=:keyId',
    proofs: [['http/revokeApiKey.test.ts', '%s: the key works nowhere any more, at once']],
  },
  {
    says: '/api/settings/api-keys/:keyId/rotate',
    proofs: [['http/rotateApiKey.test.ts', 'a key rotates itself, whatever its scopes, and no other']],
  },
  {
    says: 'GET /api/user/profile: get current profile.',
    proofs: [
      ['http/getProfile.test.ts', 'returns the caller’s own profile without the password'],
      { matrix: ['getProfile'] },
    ],
  },
  {
    says: 'PUT /api/user/profile: update profile.',
    proofs: [
      ['http/updateProfile.test.ts', 'what is given changes, what is left out stays, null takes away'],
      { matrix: ['updateProfile'] },
    ],
  },
  {
    says: 'POST /api/auth/2fa/setup: initialize two-factor setup.',
    proofs: [
      [
        'http/setUpTwoFactor.test.ts',
        'a secret of 160 bits, as text, as address and as QR code; nothing is asked for until it is confirmed',
      ],
    ],
  },
  {
    says: 'POST /api/auth/2fa/verify: verify two-factor code.',
    proofs: [
      ['http/verifyTwoFactor.test.ts', 'the first code answers with ten recovery codes, told by mail and noted'],
      ['http/verifyTwoFactor.test.ts', 'one code fifty times at once, from ten logins: one session'],
      ['http/verifyTwoFactor.test.ts', 'a stolen half session opens nothing, neither as what it is nor as a session'],
    ],
  },
  {
    says: 'GET /api/admin/users: list users (admin).',
    proofs: [
      ['http/listUsers.test.ts', 'members and those who are invited, searched and paged'],
      { matrix: ['listUsers'] },
    ],
  },
  {
    says: 'POST /api/admin/users/create: create user (admin).',
    proofs: [
      ['http/createUser.test.ts', 'somebody who gets an invitation and is no member before accepting it'],
      { matrix: ['createUser'] },
    ],
  },
  {
    says: 'POST /api/admin/users/bulk-import: bulk import users, CSV columns email, name, role (admin).',
    proofs: [
      [
        'http/bulkImportUsers.test.ts',
        'each row by itself: good ones are invited, members and repetitions skipped, bad ones told with their row',
      ],
      { matrix: ['bulkImportUsers'] },
    ],
  },
  {
    says: 'Organization defaults: password minimum length 12; idle session timeout 30 minutes; document retention 7 years; audit log retention 10 years.',
    proofs: [
      ['http/getOrganization.test.ts', 'with the defaults, until somebody chooses'],
      ['http/getSession.test.ts', 'after 30 minutes without a request, not before'],
    ],
  },
];
