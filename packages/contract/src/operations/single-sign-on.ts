/**
 * Single sign-on: settings, domains, and the look-up on the sign-in page. The URLs for browser redirects (metadata,
 * sign-in and responses of identity providers) follow SAML and OpenID Connect instead of this contract. They are in
 * `features/single-sign-on/routes.ts`.
 */
import { z } from 'zod';
import { linkToken } from '../account-resources.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { emailAddress, sessionObject } from '../resources.ts';
import { domainName, organizationDomain, singleSignOn, ssoInput } from '../sso-resources.ts';
import { idParam } from '../path-params.ts';

const success = z.object({ success: z.literal(true) });
const tag = 'Single sign-on';
/**
 * A person who can change the identity provider can sign in as any member, so these operations require a recent proof
 * of identity.
 */
const changes = { tag, credentials: ['session'], role: 'admin', rate: 'credential' } as const;
const administers = {
  tag,
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
} as const;

export const getSingleSignOn = defineOperation({
  ...administers,
  id: 'getSingleSignOn',
  right: 'singleSignOn',
  method: 'GET',
  path: '/api/organization/sso',
  summary: 'Retrieve the single sign-on settings',
  description:
    "Returns the settings of the organization's identity provider, and the values that you enter at the identity provider.",
  success: {
    status: 200,
    body: json(
      z.object({
        single_sign_on: singleSignOn.nullable(),
        service_provider: z
          .object({ entity_id: z.string(), acs_url: z.string(), metadata_url: z.string(), redirect_url: z.string() })
          .meta({
            description: 'The values to enter at the identity provider. Available before single sign-on is set up.',
          }),
      }),
    ),
  },
  errors: ['PLAN_REQUIRED'],
});

export const setSingleSignOn = defineOperation({
  ...changes,
  id: 'setSingleSignOn',
  right: 'singleSignOn',
  stepUp: 'account',
  method: 'PUT',
  path: '/api/organization/sso',
  summary: 'Set the identity provider',
  description:
    'Replaces the single sign-on settings. If you change the provider, all sessions that were opened through the old provider end, and pending confirmations become invalid.',
  body: json(ssoInput),
  success: { status: 200, body: json(success.extend({ single_sign_on: singleSignOn })) },
  errors: ['PLAN_REQUIRED', 'FORBIDDEN'],
});

export const deleteSingleSignOn = defineOperation({
  ...changes,
  id: 'deleteSingleSignOn',
  stepUp: 'account',
  method: 'DELETE',
  path: '/api/organization/sso',
  summary: 'Remove the identity provider',
  description: 'Removes the identity provider and ends all sessions that were opened through it.',
  success: { status: 200, body: json(success) },
  errors: ['PLAN_REQUIRED', 'FORBIDDEN', 'SSO_NOT_FOUND'],
});

export const testSingleSignOn = defineOperation({
  ...changes,
  id: 'testSingleSignOn',
  right: 'singleSignOn',
  method: 'POST',
  path: '/api/organization/sso/test',
  summary: 'Test the single sign-on settings',
  description: 'Checks that the settings are consistent and, for OpenID Connect, that the provider can be reached.',
  success: {
    status: 200,
    body: json(
      z.object({
        ok: z.boolean(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
      }),
    ),
  },
  errors: ['PLAN_REQUIRED', 'SSO_NOT_FOUND'],
});

export const listDomains = defineOperation({
  ...administers,
  id: 'listDomains',
  method: 'GET',
  path: '/api/organization/domains',
  summary: 'List domains',
  description: 'Returns the verified and unverified domains of the organization.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ domains: z.array(organizationDomain), pagination })) },
  errors: [],
});

export const addDomain = defineOperation({
  ...administers,
  id: 'addDomain',
  right: 'singleSignOn',
  stepUp: 'session',
  method: 'POST',
  path: '/api/organization/domains',
  summary: 'Add a domain',
  description:
    'Adds an unverified domain. To prove that you control it, add the returned TXT record to its DNS and call `verifyDomain`.',
  body: json(z.strictObject({ domain: domainName })),
  success: { status: 201, body: json(success.extend({ domain: organizationDomain })) },
  errors: ['PLAN_REQUIRED', 'DOMAIN_EXISTS', 'TOO_MANY_DOMAINS'],
});

const domainPath = z.strictObject({ domainId: idParam('domain', 'DOMAIN_NOT_FOUND') });
export const verifyDomain = defineOperation({
  ...administers,
  id: 'verifyDomain',
  right: 'singleSignOn',
  stepUp: 'session',
  method: 'POST',
  path: '/api/organization/domains/:domainId/verify',
  summary: 'Verify a domain',
  description:
    'Looks up the TXT record of the domain. After verification, everyone with an address in the domain signs in through the identity provider.',
  params: domainPath,
  success: { status: 200, body: json(success.extend({ domain: organizationDomain })) },
  errors: ['PLAN_REQUIRED', 'DOMAIN_NOT_FOUND', 'DOMAIN_RECORD_MISSING', 'DOMAIN_TAKEN', 'SERVICE_UNAVAILABLE'],
});

export const removeDomain = defineOperation({
  ...administers,
  id: 'removeDomain',
  stepUp: 'session',
  method: 'DELETE',
  path: '/api/organization/domains/:domainId',
  summary: 'Remove a domain',
  description:
    'Removes the domain. People with an address in this domain can no longer sign in through the identity provider.',
  params: domainPath,
  success: { status: 200, body: json(success) },
  errors: ['DOMAIN_NOT_FOUND'],
});

export const discoverSingleSignOn = defineOperation({
  tag,
  credentials: ['public'],
  rate: 'address',
  id: 'discoverSingleSignOn',
  method: 'POST',
  path: '/api/auth/sso/discover',
  summary: 'Look up the sign-in method for an e-mail address',
  description:
    'Returns the URL for single sign-on if the domain of the address uses it, or null otherwise. The response depends only on the domain and reveals nothing about accounts.',
  body: json(z.strictObject({ email: emailAddress })),
  success: { status: 200, body: json(z.object({ url: z.string().nullable() })) },
  errors: [],
});

export const confirmSingleSignOn = defineOperation({
  tag,
  credentials: ['public'],
  rate: 'address',
  id: 'confirmSingleSignOn',
  method: 'POST',
  path: '/api/auth/sso/confirm',
  summary: 'Confirm a single sign-on attempt',
  description:
    'Uses the token from the e-mail to confirm that the sign-in was yours, and completes the sign-in. Works only in the browser that started the sign-in.',
  body: json(z.strictObject({ token: linkToken })),
  success: { status: 200, body: json(success.extend({ session: sessionObject })) },
  errors: ['MAIL_LINK_INVALID', 'ANOTHER_BROWSER'],
});

const person = z.object({ name: z.string(), email: z.string(), organization: z.string() });
export const getPendingLogin = defineOperation({
  tag,
  credentials: ['public'],
  rate: 'address',
  id: 'getPendingLogin',
  method: 'GET',
  path: '/api/auth/sso/pending',
  summary: 'Retrieve a pending sign-in',
  description:
    'Returns the sign-in that is pending in this browser because another account is already signed in, with the current and the new account.',
  success: {
    status: 200,
    body: json(z.object({ pending: z.object({ current: person.nullable(), next: person }).nullable() })),
  },
  errors: [],
});

export const decidePendingLogin = defineOperation({
  tag,
  credentials: ['public'],
  rate: 'address',
  idempotency: 'none',
  id: 'decidePendingLogin',
  method: 'POST',
  path: '/api/auth/sso/pending',
  summary: 'Accept or reject a pending sign-in',
  description:
    'With `accept: true`, completes the pending sign-in and ends the current session. With `accept: false`, discards the pending sign-in and keeps the current session.',
  body: json(z.strictObject({ accept: z.boolean() })),
  success: {
    status: 200,
    body: json(success.extend({ to: z.string().meta({ description: 'The path to open after sign-in.' }) })),
  },
  errors: ['LOGIN_STEP_EXPIRED'],
});
