/** An identity provider that signs and sends arbitrary responses. */
import { constants, createCipheriv, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { buildCertificate, encodeName, exportPkcs8, generateKeyAside, signingKey, toPem } from '@countersign/pki';
import { SignedXml } from 'xml-crypto';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export type Signed = 'assertion' | 'response' | 'both' | 'none';
export type Saying = {
  acsUrl: string;
  audience: string;
  requestId?: string;
  nameId: string;
  nameIdFormat?: string;
  attributes?: Readonly<Record<string, string | readonly string[]>>;
  now: Date;
  signed?: Signed;
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  transforms?: string[];
  /** Changes the XML text before it is signed. */
  edit?: (xml: string) => string;
  issuer?: string;
  context?: string;
  assertionId?: string;
};

export class SamlProvider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly keyPem: string;
  readonly certificatePem: string;

  private constructor(entityId: string, keyPem: string, certificatePem: string) {
    this.entityId = entityId;
    this.ssoUrl = `${entityId}/sso`;
    this.keyPem = keyPem;
    this.certificatePem = certificatePem;
  }

  static async create(entityId: string): Promise<SamlProvider> {
    const key = await generateKeyAside('rsa2048');
    const self = signingKey(key);
    const { der } = await buildCertificate({
      subject: encodeName({ commonName: 'idp.example' }),
      subjectPublicKeySpki: self.publicKeySpki,
      issuer: { self },
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2040-01-01T00:00:00Z'),
      extensions: [],
    });
    return new SamlProvider(entityId, toPem('PRIVATE KEY', exportPkcs8(key)), toPem('CERTIFICATE', der));
  }

  metadata(): string {
    const certificate = this.certificatePem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    return `<?xml version="1.0" encoding="UTF-8"?>
<!-- made for a test -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${this.entityId}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
  }

  /** Returns the text of a response. */
  response(saying: Saying): string {
    const { signed = 'assertion', edit = (xml: string) => xml } = saying;
    let xml = edit(unsigned(saying, this.entityId));
    if (signed === 'assertion' || signed === 'both') xml = this.sign(xml, 'Assertion', saying);
    if (signed === 'response' || signed === 'both') xml = this.sign(xml, 'Response', saying);
    return xml;
  }

  sign(
    xml: string,
    element: 'Assertion' | 'Response',
    {
      signatureAlgorithm = RSA_SHA256,
      digestAlgorithm = SHA256,
      transforms = [ENVELOPED, C14N],
    }: Pick<Saying, 'signatureAlgorithm' | 'digestAlgorithm' | 'transforms'> = {},
  ): string {
    const path = `//*[local-name(.)='${element}']`;
    const signature = new SignedXml({
      privateKey: this.keyPem,
      signatureAlgorithm,
      canonicalizationAlgorithm: C14N,
    });
    signature.addReference({ xpath: path, digestAlgorithm, transforms });
    signature.computeSignature(xml, {
      prefix: 'ds',
      location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signature.getSignedXml();
  }
}

/**
 * Returns the response with its assertion encrypted for the certificate's key (XML Encryption: AES-256-GCM, RSA-OAEP).
 */
export function encryptAssertion(response: string, certificatePem: string): string {
  return response.replace(/<saml:Assertion [^]*<\/saml:Assertion>/, (assertion) => {
    const [key, iv] = [randomBytes(32), randomBytes(12)];
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    // An assertion outside a response must declare its namespace prefix.
    const alone = assertion.replace('<saml:Assertion ', `<saml:Assertion xmlns:saml="${ASSERTION}" `);
    const content = Buffer.concat([iv, cipher.update(alone), cipher.final(), cipher.getAuthTag()]);
    const wrapped = publicEncrypt({ key: certificatePem, padding: constants.RSA_PKCS1_OAEP_PADDING }, key);
    const value = (bytes: Buffer) =>
      `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
    return `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"><ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(content)}</xenc:EncryptedData></saml:EncryptedAssertion>`;
  });
}

function unsigned(saying: Saying, entityId: string): string {
  const { acsUrl, audience, requestId, nameId, now, attributes = {}, issuer = entityId } = saying;
  const at = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
  const answers = requestId === undefined ? '' : ` InResponseTo="${requestId}"`;
  const id = saying.assertionId ?? `_a${randomUUID()}`;
  const format = saying.nameIdFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${acsUrl}"${answers}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(-5)}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>${saying.context ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statements.length > 0 ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion></samlp:Response>`;
}
