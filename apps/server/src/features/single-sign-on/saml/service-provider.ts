/**
 * The protocol, by node-saml: requests, our metadata, decryption and signatures. It reads answers with the clock of the machine and
 * from a lossy tree, so what it says about a person is not used: it hands over the text that the signature covers, and
 * `readAssertion` goes on from there. `inspectResponse` has been before it.
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
  /** PEM, one certificate each; more than one while the provider changes its key. */
  certificates: readonly string[];
  signRequests: boolean;
};
/** Our side of it: one key pair for an organization, to sign requests and to open encrypted assertions. */
export type ServiceProvider = { entityId: string; acsUrl: string; keyPem: string; certificatePem: string };

function library(sp: ServiceProvider, idp: IdentityProvider, more: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    entryPoint: idp.ssoUrl,
    idpCert: [...idp.certificates],
    // For what asks the provider; what has to hold in its answer, `verifiedAssertion` says.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // No demands on how the provider proves people, or on what it calls them: that is its business.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    decryptionPvk: sp.keyPem,
    // Times and audience are judged by `readAssertion`, with our clock, over the signed text.
    acceptedClockSkewMs: -1,
    audience: false,
    ...more,
  });
}

/** Where to send the browser: an AuthnRequest by HTTP-Redirect (SAML bindings §3.4). */
export function loginUrl(
  sp: ServiceProvider,
  idp: IdentityProvider,
  request: { id: string; relayState: string; isFresh: boolean },
): Promise<string> {
  const signing = idp.signRequests ? { privateKey: sp.keyPem, publicCert: sp.certificatePem } : {};
  // SAML core §3.4.1: the provider must ask the person, whatever session there is.
  const saml = library(sp, idp, { generateUniqueId: () => request.id, forceAuthn: request.isFresh, ...signing });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/** Our metadata (SAML metadata §2.4.4), for the administrator of the identity provider. */
export function metadataXml(sp: ServiceProvider, signRequests: boolean): string {
  const idp = { entityId: '', ssoUrl: sp.acsUrl, certificates: [sp.certificatePem], signRequests };
  const signing = signRequests ? { privateKey: sp.keyPem, publicCert: sp.certificatePem } : {};
  const saml = library(sp, idp, { wantAssertionsSigned: true, generateUniqueId: () => '_countersign', ...signing });
  return saml.generateServiceProviderMetadata(sp.certificatePem, signRequests ? sp.certificatePem : null);
}

/**
 * The text of the one assertion, as it was signed.
 * @throws SsoRefusal whatever is wrong with form or signature; what it says is not judged here
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
  // A signature that is there has to hold, also where the other one would do: a broken one says that somebody was at it.
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
