/**
 * Sign-in by an organization's identity provider, started with a redirect and finished with the browser's response.
 * Every invalid response looks the same to the browser. The reason is in the organization's audit trail and settings.
 */
import { recordIn } from '../accounts/index.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { answersFreshly, type Attempt, ATTEMPT_MINUTES } from './attempts.ts';
import { addressesOf, type OwnOrganization, requirePlan, type SsoDependencies } from './dependencies.ts';
import {
  type Attributes,
  emailFrom,
  type Identity,
  isMultiFactor,
  persistentSubject,
  nameFrom,
  roleFrom,
  subjectFrom,
} from './domain.ts';
import { innermost, oidcIdentity, oidcLoginUrl } from './oidc.ts';
import { type Outcome, findPerson } from './find-person.ts';
import { isVerified, SsoRefusal } from './refusal.ts';
import { judgeResponse } from './saml/judge.ts';
import { type IdentityProvider, loginUrl, metadataXml, type ServiceProvider } from './saml/service-provider.ts';
import { ourKey } from './keys.ts';
import { providerOf, secretPurpose } from './settings.ts';
import { type OidcSettings, type SamlSettings, type StoredSettings, subjectAttributeOf } from './settings-domain.ts';
import {
  deleteOldUsed,
  noteRefusal,
  selectSso,
  selectSsoOrganization,
  shareSso,
  type SsoRow,
  useOnce,
} from './store.ts';

type Protocol = 'saml' | 'oidc';
type Loaded = { organization: OwnOrganization; row: SsoRow };
/** Single-use identifiers, and the time until which they could be replayed. */
type Once = { hash: Buffer; until: Date };

async function find(
  { uow, tenantOf }: SsoDependencies,
  organizationId: string,
): Promise<{ organization: OwnOrganization | undefined; row: SsoRow | undefined }> {
  const live = await tenantOf(organizationId, 'live');
  if (live === undefined) return { organization: undefined, row: undefined };
  const [[organization], [row]] = await uow.readAll(live, [selectSsoOrganization(live), selectSso(live)]);
  return { organization: organization && { ...organization, live }, row };
}

/** @throws AppError SSO_NOT_FOUND (also if the organization does not exist), PLAN_REQUIRED */
async function load(dependencies: SsoDependencies, organizationId: string, protocol: Protocol): Promise<Loaded> {
  const { organization, row } = await find(dependencies, organizationId);
  if (!organization || row?.protocol !== protocol) throw new AppError('SSO_NOT_FOUND');
  requirePlan(organization);
  return { organization, row };
}

/**
 * Available before a provider is configured, because most providers read the metadata first.
 * @throws AppError SSO_NOT_FOUND, PLAN_REQUIRED
 */
export async function samlMetadata(
  dependencies: SsoDependencies,
  baseUrl: string,
  organizationId: string,
): Promise<string> {
  const { organization, row } = await find(dependencies, organizationId);
  if (!organization) throw new AppError('SSO_NOT_FOUND');
  requirePlan(organization);
  const signsRequests = row?.settings.protocol === 'saml' && row.settings.sign_requests;
  return metadataXml(await ourSide(dependencies, organization, baseUrl), signsRequests);
}

/** Returns the URL to which the browser is sent, and the data that the browser must send back. */
export async function beginLogin(
  dependencies: SsoDependencies,
  baseUrl: string,
  {
    organizationId,
    protocol,
    to,
    isFresh,
  }: { organizationId: string; protocol: Protocol; to: string; isFresh: boolean },
): Promise<{ url: string; attempt: Attempt }> {
  const { organization, row } = await load(dependencies, organizationId, protocol);
  const attempt: Attempt = {
    state: randomToken(),
    organizationId,
    protocol,
    startedAt: dependencies.uow.now().getTime(),
    // An xs:ID starts with a letter or an underscore.
    requestId: `_${randomToken()}`,
    verifier: protocol === 'oidc' ? randomToken(48) : '',
    to,
    isFresh,
  };
  const { settings } = row;
  if (settings.protocol === 'saml') {
    const sp = await ourSide(dependencies, organization, baseUrl);
    const request = { id: attempt.requestId, relayState: attempt.state, isFresh };
    const url = await loginUrl(sp, providerSide(settings), request);
    return { url, attempt };
  }
  const secret = clientSecret(dependencies, organization, row);
  const { redirectUrl } = addressesOf(baseUrl, organizationId);
  try {
    return {
      url: await oidcLoginUrl(dependencies.fetcher, settings, secret, {
        attempt: oidcAttempt(attempt),
        redirectUrl,
        isFresh,
      }),
      attempt,
    };
  } catch (cause) {
    throw await refusal(
      dependencies,
      undefined,
      organization,
      cause instanceof SsoRefusal ? cause : new SsoRefusal('provider-error', { cause, detail: innermost(cause) }),
    );
  }
}

/** `attempt` is the sign-in that this browser started with the RelayState it returns. Undefined if it started none. */
export async function finishSaml(
  dependencies: SsoDependencies,
  context: RequestContext,
  { organizationId, response, attempt }: { organizationId: string; response: string; attempt: Attempt | undefined },
): Promise<Outcome> {
  const loaded = await load(dependencies, organizationId, 'saml');
  return finish(
    dependencies,
    context,
    loaded,
    async () => {
      const { organization, row } = loaded;
      const settings = row.settings as SamlSettings;
      if (!attempt && !settings.allow_idp_initiated) throw new SsoRefusal('not-begun-here');
      const sp = await ourSide(dependencies, organization, context.baseUrl);
      const read = await judgeResponse(response, {
        sp,
        idp: providerSide(settings),
        requestId: attempt?.requestId,
        now: dependencies.uow.now(),
      });
      const identity = identityFrom('saml', settings, { ...read, fallback: read.nameId });
      return {
        identity,
        once: [{ hash: hashToken(`assertion ${settings.entity_id} ${read.id}`), until: read.forgetAt }],
      };
    },
    attempt,
  );
}

/** `callback` is the URL to which the browser was sent, with its query. */
export async function finishOidc(
  dependencies: SsoDependencies,
  context: RequestContext,
  { organizationId, callback, attempt }: { organizationId: string; callback: URL; attempt: Attempt | undefined },
): Promise<Outcome> {
  const loaded = await load(dependencies, organizationId, 'oidc');
  return finish(
    dependencies,
    context,
    loaded,
    async () => {
      if (!attempt) throw new SsoRefusal('not-begun-here');
      const settings = loaded.row.settings as OidcSettings;
      const secret = clientSecret(dependencies, loaded.organization, loaded.row);
      const read = await oidcIdentity(dependencies.fetcher, settings, secret, {
        attempt: oidcAttempt(attempt),
        callback,
      });
      return {
        identity: identityFrom('oidc', settings, { ...read, fallback: '', contexts: [] }),
        once: [],
      };
    },
    attempt,
  );
}

async function finish(
  dependencies: SsoDependencies,
  context: RequestContext,
  { organization, row }: Loaded,
  identify: () => Promise<{ identity: Identity; once: Once[] }>,
  attempt: Attempt | undefined,
): Promise<Outcome> {
  const { uow } = dependencies;
  const { live } = organization;
  try {
    const { identity, once } = await identify();
    if (attempt) {
      if (!answersFreshly(attempt, identity.authenticatedAt)) throw new SsoRefusal('not-fresh');
      const until = new Date(attempt.startedAt + ATTEMPT_MINUTES * 60_000);
      once.push({ hash: hashToken(`attempt ${attempt.state}`), until });
    }
    const work = () =>
      uow.runAuth(async (tx) => {
        tx.enter({ role: 'app', tenantId: live });
        const [now] = await tx.query(shareSso(live));
        // The trusted provider was changed after the response was verified.
        if (now?.trust_generation !== row.trust_generation) throw new SsoRefusal('signature-invalid');
        tx.write(deleteOldUsed(live, tx.now));
        for (const { hash, until } of once)
          if ((await tx.query(useOnce(live, hash, until))).length === 0) throw new SsoRefusal('replayed');
        return findPerson(dependencies, tx, context, { organization, row: now, identity });
      });
    // If two first sign-ins of one person are concurrent, the second finds the account created by the first.
    return await work().catch((error: unknown) => {
      if (isUniqueViolation(error)) return work();
      throw error;
    });
  } catch (error) {
    if (error instanceof SsoRefusal) throw await refusal(dependencies, context, organization, error);
    throw error;
  }
}

/** Records the reason for the administrators. The caller throws the returned error. */
async function refusal(
  { uow }: SsoDependencies,
  context: RequestContext | undefined,
  { live, id }: OwnOrganization,
  { reason, detail }: SsoRefusal,
): Promise<AppError> {
  await uow.runAuth(async (tx) => {
    tx.enter({ role: 'app', tenantId: live });
    tx.write(noteRefusal(live, tx.now, reason, detail ?? null));
    if (!context) return;
    await recordIn(uow, tx, context, live, {
      action: 'sso.refused',
      actor: { kind: 'system', id: 'single-sign-on' },
      target: { kind: 'organization', id },
      data: { reason, ...(detail !== undefined && { detail }) },
    });
  });
  return new AppError(isVerified(reason) ? 'SSO_NOT_ALLOWED' : 'SSO_REFUSED');
}

function identityFrom(
  method: Protocol,
  settings: StoredSettings,
  {
    subject,
    attributes,
    fallback,
    contexts,
    authenticatedAt,
  }: Pick<Identity, 'subject' | 'authenticatedAt'> & {
    attributes: Attributes;
    fallback: string;
    contexts: readonly string[];
  },
): Identity {
  const email = emailFrom(attributes, settings, fallback);
  if (email === undefined) throw new SsoRefusal('no-email');
  const subjectAttribute = subjectAttributeOf(settings);
  return {
    method,
    provider: providerOf(settings),
    subject: subjectAttribute === null ? persistentSubject(subject) : subjectFrom(attributes, subjectAttribute),
    subjectAttribute,
    email,
    name: nameFrom(attributes, email),
    role: roleFrom(attributes, settings),
    isMultiFactor: isMultiFactor(contexts, attributes),
    authenticatedAt,
  };
}

const oidcAttempt = ({ state, requestId, verifier }: Attempt) => ({ state, nonce: requestId, verifier });

function providerSide(settings: SamlSettings): IdentityProvider {
  const { entity_id: entityId, sso_url: ssoUrl, certificates, sign_requests: signRequests } = settings;
  return { entityId, ssoUrl, certificates, signRequests };
}

async function ourSide(
  dependencies: SsoDependencies,
  { live, id }: OwnOrganization,
  baseUrl: string,
): Promise<ServiceProvider> {
  const { entityId, acsUrl } = addressesOf(baseUrl, id);
  return { entityId, acsUrl, ...(await ourKey(dependencies, live)) };
}

function clientSecret({ vault }: SsoDependencies, { live }: OwnOrganization, row: SsoRow): string | null {
  return row.secret_sealed && vault.open(secretPurpose(live), row.secret_sealed).toString();
}
