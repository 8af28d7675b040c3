/**
 * The SAML protocol, implemented with node-saml: requests, our metadata, decryption and signatures. The library checks
 * responses against the machine's clock and reads them from a parsed tree that loses details, so the identity that it
 * returns is not used. Instead, this module returns the signed text for `readAssertion`. `inspectResponse` must run
 * first.
 */
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { decryptXml } from '@node-saml/node-saml/lib/xml.js';
import { XMLSerializer } from '@xmldom/xmldom';
import { SsoRefusal } from '../refusal.ts';
import { inspectDecrypted, type Inspected, inspectResponse } from './inspect.ts';
import { certificatesBehind } from './signer.ts';
import { childrenOf, decodeMessage, parseStrict } from './xml.ts';

export type IdentityProvider = {
  entityId: string;
  ssoUrl: string;
  /**
   * The provider's certificates, each as a separate PEM string. There are several while the provider is rotating its
   * keys.
   */
  certificates: readonly string[];
  signRequests: boolean;
};
/** One key pair per organization signs requests and decrypts assertions. */
export type ServiceProvider = { entityId: string; acsUrl: string; keyPem: string; certificatePem: string };

function library(sp: ServiceProvider, idp: IdentityProvider, more: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    entryPoint: idp.ssoUrl,
    idpCert: [...idp.certificates],
    // This is a hint for the provider. `verifiedAssertion` enforces the requirements on its response.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // The request sets no requirements on the provider's authentication method or name format.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    decryptionPvk: sp.keyPem,
    // `readAssertion` checks times and audience on the signed text, with the server's clock.
    acceptedClockSkewMs: -1,
    audience: false,
    ...more,
  });
}

/** Sends the AuthnRequest with HTTP-Redirect (SAML bindings §3.4). */
export function loginUrl(
  sp: ServiceProvider,
  idp: IdentityProvider,
  request: { id: string; relayState: string; isFresh: boolean },
): Promise<string> {
  const signing = idp.signRequests ? { privateKey: sp.keyPem, publicCert: sp.certificatePem } : {};
  // SAML core §3.4.1: the provider must authenticate the person again even if there is a session.
  const saml = library(sp, idp, { generateUniqueId: () => request.id, forceAuthn: request.isFresh, ...signing });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/** Metadata for the administrator of the identity provider (SAML metadata §2.4.4). */
export function metadataXml(sp: ServiceProvider, signRequests: boolean): string {
  const idp = { entityId: '', ssoUrl: sp.acsUrl, certificates: [sp.certificatePem], signRequests };
  const signing = signRequests ? { privateKey: sp.keyPem, publicCert: sp.certificatePem } : {};
  const saml = library(sp, idp, { wantAssertionsSigned: true, generateUniqueId: () => '_countersign', ...signing });
  return saml.generateServiceProviderMetadata(sp.certificatePem, signRequests ? sp.certificatePem : null);
}

/**
 * Returns the signed text of the only assertion.
 * @throws SsoRefusal for any fault in form or signature; the content is not checked here
 */
export async function verifiedAssertion(
  encoded: string,
  sp: ServiceProvider,
  idp: IdentityProvider,
): Promise<{ signedText: string; inResponseTo: string | undefined }> {
  const text = decodeMessage(encoded);
  const inspected = inspectResponse(text, { acsUrl: sp.acsUrl, idpEntityId: idp.entityId });
  const outer = certificatesBehind(inspected.signatures, idp.certificates);
  const inner = inspected.encrypted ? await inspectEncrypted(text, inspected, sp) : undefined;
  const certificates = [...outer, ...certificatesBehind(inner?.signatures ?? [], idp.certificates)];
  // Every existing signature must be valid, even if one would suffice, because an invalid signature indicates
  // manipulation.
  const demands = {
    wantAuthnResponseSigned: inspected.responseSigned,
    wantAssertionsSigned: inner?.assertionSigned ?? inspected.assertionSigned,
  };
  try {
    const SAMLResponse = Buffer.from(text).toString('base64');
    const { profile } = await library(sp, { ...idp, certificates }, demands).validatePostResponseAsync({
      SAMLResponse,
    });
    const signedText = profile?.getAssertionXml?.();
    if (signedText === undefined) throw new SsoRefusal('signature-invalid');
    return { signedText, inResponseTo: inspected.inResponseTo };
  } catch (cause) {
    throw cause instanceof SsoRefusal ? cause : new SsoRefusal('signature-invalid', { cause });
  }
}

async function inspectEncrypted(
  text: string,
  inspected: Inspected,
  sp: ServiceProvider,
): Promise<ReturnType<typeof inspectDecrypted>> {
  const encrypted = childrenOf(parseStrict(text)).find(({ localName }) => localName === 'EncryptedAssertion');
  if (!encrypted) throw new SsoRefusal('undecryptable');
  let opened: string;
  try {
    opened = (await decryptXml(new XMLSerializer().serializeToString(encrypted), sp.keyPem)).toString();
  } catch (cause) {
    throw new SsoRefusal('undecryptable', { cause });
  }
  return inspectDecrypted(opened, inspected);
}
