import { buildCertificate, encodeName, extensions, generateKey, keyIdentifier, toPem } from '@countersign/pki';
import type { Extension, Identity } from '@countersign/pki';
import { SignedXml } from 'xml-crypto';

// Creates small trusted lists for tests, in the format of member states and signed with generated keys.

const YEAR = 365 * 86_400_000;
export const NOW = new Date('2026-11-20T10:00:00Z');
export const later = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

export interface Signer extends Identity {
  readonly privatePem: string;
  readonly certificatePem: string;
}

/** Creates a key and its certificate, which is self-signed or signed by `issuer`. */
export async function identity(
  commonName: string,
  issuer?: Identity,
  list: readonly Extension[] = [extensions.basicConstraints(true), extensions.keyUsage('keyCertSign', 'cRLSign')],
): Promise<Signer> {
  const { signingKey: key, privateKey } = generateKey('rsa2048');
  const certificate = await buildCertificate({
    subject: encodeName({ commonName, organization: 'Test' }),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: issuer === undefined ? { self: key } : { certificate: issuer.certificate, key: issuer.key },
    notBefore: new Date(NOW.getTime() - YEAR),
    notAfter: new Date(NOW.getTime() + 3 * YEAR),
    extensions: [...list, extensions.subjectKeyIdentifier(keyIdentifier(key.publicKeySpki))],
  });
  const privatePem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { certificate, key, chain: [], privatePem, certificatePem: toPem('CERTIFICATE', certificate.der) };
}

export interface ServiceSpec {
  readonly type?: string;
  readonly certificate: Uint8Array;
  /** The statuses and their start times, newest first. */
  readonly statuses: readonly (readonly [status: string, from: Date])[];
  readonly uses?: readonly string[];
  readonly isConditional?: boolean;
}

const BASE = 'http://uri.etsi.org/TrstSvc';
const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64');
const certificateXml = (der: Uint8Array): string =>
  `<DigitalId><X509Certificate>${base64(der)}</X509Certificate></DigitalId>`;

function serviceXml({ type = 'CA/QC', certificate, statuses, uses = [], isConditional = false }: ServiceSpec): string {
  const facts = ([status, from]: readonly [string, Date], isHistory: boolean): string =>
    `<ServiceTypeIdentifier>${BASE}/Svctype/${type}</ServiceTypeIdentifier><ServiceName><Name xml:lang="en">A service</Name></ServiceName>` +
    `<ServiceDigitalIdentity>${isHistory ? '' : certificateXml(certificate)}</ServiceDigitalIdentity>` +
    `<ServiceStatus>${BASE}/TrustedList/Svcstatus/${status}</ServiceStatus><StatusStartingTime>${from.toISOString()}</StatusStartingTime>` +
    `<ServiceInformationExtensions>${uses
      .map(
        (use) =>
          `<Extension Critical="false"><AdditionalServiceInformation><URI xml:lang="en">${BASE}/TrustedList/SvcInfoExt/${use}</URI></AdditionalServiceInformation></Extension>`,
      )
      .join('')}${
      isConditional
        ? '<Extension Critical="true"><q:Qualifications xmlns:q="http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#"/></Extension>'
        : ''
    }</ServiceInformationExtensions>`;
  const [current, ...history] = statuses;
  if (current === undefined) throw new Error('The service has no status.');
  return (
    `<TSPService><ServiceInformation>${facts(current, false)}</ServiceInformation><ServiceHistory>` +
    `${history.map((status) => `<ServiceHistoryInstance>${facts(status, true)}</ServiceHistoryInstance>`).join('')}</ServiceHistory></TSPService>`
  );
}

export function listXml(options: {
  readonly territory: string;
  readonly services?: readonly ServiceSpec[];
  /** If set, the list is a list of the lists. */
  readonly pointers?: readonly { readonly territory: string; readonly signer: Signer }[];
  readonly nextUpdate?: Date;
}): string {
  const { territory, services = [], pointers, nextUpdate = later(90) } = options;
  const type = pointers === undefined ? 'EUgeneric' : 'EUlistofthelists';
  const pointed = (pointers ?? [])
    .map(
      (pointer) =>
        `<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>${certificateXml(pointer.signer.certificate.der)}</ServiceDigitalIdentity></ServiceDigitalIdentities>` +
        `<TSLLocation>https://lists.example/${pointer.territory}.xml</TSLLocation><AdditionalInformation><OtherInformation><SchemeTerritory>${pointer.territory}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
    )
    .join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" TSLTag="http://uri.etsi.org/19612/TSLTag">` +
    `<SchemeInformation><TSLVersionIdentifier>5</TSLVersionIdentifier><TSLType>${BASE}/TrustedList/TSLType/${type}</TSLType>` +
    `<SchemeOperatorName><Name xml:lang="xx">Anderer</Name><Name xml:lang="en">Supervisor of ${territory}</Name></SchemeOperatorName>` +
    `<SchemeTerritory>${territory}</SchemeTerritory><PointersToOtherTSL>${pointed}</PointersToOtherTSL>` +
    `<ListIssueDateTime>${later(-10).toISOString()}</ListIssueDateTime><NextUpdate><dateTime>${nextUpdate.toISOString()}</dateTime></NextUpdate></SchemeInformation>` +
    `<TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">Provider of ${territory}</Name></TSPName></TSPInformation>` +
    `<TSPServices>${services.map(serviceXml).join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`
  );
}

export interface SigningOptions {
  readonly xpath?: string;
  readonly uri?: string;
  readonly digest?: string;
  readonly algorithm?: string;
}

/**
 * Signs a whole list with an enveloped signature. With `options`, the list is signed incorrectly and must be refused.
 */
export function signXml(xml: string, signer: Signer, options: SigningOptions = {}): Buffer {
  const signature = new SignedXml({
    privateKey: signer.privatePem,
    publicCert: signer.certificatePem,
    signatureAlgorithm: options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath: options.xpath ?? '/*',
    isEmptyUri: options.xpath === undefined,
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'append' } });
  return Buffer.from(signature.getSignedXml());
}
