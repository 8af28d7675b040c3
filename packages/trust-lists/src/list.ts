import { TrustListError } from './errors.ts';
import { at, parseXml, textAt } from './xml.ts';

type Element = ReturnType<typeof at>[number];

// Parses lists according to ETSI TS 119 612 v2.1.1. The input is the verified text (signature.ts), never the file
// itself.

const TSL = 'http://uri.etsi.org/02231/v2#';
const LIST_OF_LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists';
const QUALIFICATIONS = 'Qualifications';
const SERVICES: Readonly<Record<string, Service['kind']>> = {
  'http://uri.etsi.org/TrstSvc/Svctype/CA/QC': 'CA/QC',
  'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST': 'TSA/QTST',
};
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';
/**
 * The statuses equivalent to `granted`. Before the Regulation applied (1 July 2016), supervision and accreditation had
 * the meaning that `granted` has today (TS 119 615 §4.3).
 */
const GRANTED: ReadonlySet<string> = new Set(
  ['granted', 'undersupervision', 'supervisionincessation', 'accredited'].map((name) => STATUS + name),
);
const ADDITIONAL = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';

export interface Period {
  readonly from: string;
  /** When the status ended. Null if the status is still in effect according to this list. */
  readonly to: string | null;
  /** The last part of the status URI, such as `granted`. */
  readonly status: string;
  readonly isGranted: boolean;
  /** The kinds of qualified certificates, if the list states the kinds without further conditions. */
  readonly qualified: readonly ('signature' | 'seal')[];
}

export interface Service {
  readonly provider: string;
  readonly kind: 'CA/QC' | 'TSA/QTST';
  /** The certificates in DER. */
  readonly certificates: readonly Buffer[];
  /** The periods in which each status applied, newest first. */
  readonly periods: readonly Period[];
}

export interface TrustList {
  readonly isListOfLists: boolean;
  readonly operator: string;
  readonly territory: string;
  readonly issuedAt: string;
  /** The time of the next update in ISO 8601. Null for a closed list. */
  readonly nextUpdate: string | null;
  /** The other lists that this list refers to, by territory, and the certificates of their signers. */
  readonly pointers: readonly { readonly territory: string; readonly certificates: readonly Buffer[] }[];
  readonly services: readonly Service[];
}

/** Reads a list. Throws `not_a_list`, `malformed`. */
export function readList(signed: string): TrustList {
  const root = parseXml(signed).documentElement;
  if (root === null || root.localName !== 'TrustServiceStatusList' || root.namespaceURI !== TSL)
    throw new TrustListError('not_a_list', 'it is not a trusted list');
  const [scheme] = at(root, TSL, 'SchemeInformation');
  if (scheme === undefined) throw new TrustListError('malformed', 'it does not state its territory');
  const nextUpdate = textAt(scheme, TSL, 'NextUpdate', 'dateTime');
  return {
    isListOfLists: textAt(scheme, TSL, 'TSLType') === LIST_OF_LISTS,
    operator: nameIn(scheme, 'SchemeOperatorName'),
    territory: textAt(scheme, TSL, 'SchemeTerritory') ?? '',
    issuedAt: time(textAt(scheme, TSL, 'ListIssueDateTime')),
    nextUpdate: nextUpdate === undefined ? null : time(nextUpdate),
    pointers: at(scheme, TSL, 'PointersToOtherTSL', 'OtherTSLPointer').map(readPointer),
    services: at(root, TSL, 'TrustServiceProviderList', 'TrustServiceProvider').flatMap(readProvider),
  };
}

function readPointer(pointer: Element): TrustList['pointers'][number] {
  const [territory = ''] = at(pointer, TSL, 'AdditionalInformation', 'OtherInformation', 'SchemeTerritory').map(
    (element) => element.textContent?.trim() ?? '',
  );
  return { territory, certificates: certificatesIn(pointer, 'ServiceDigitalIdentities', 'ServiceDigitalIdentity') };
}

function readProvider(provider: Element): Service[] {
  const [information] = at(provider, TSL, 'TSPInformation');
  const name = information === undefined ? 'unnamed' : nameIn(information, 'TSPName');
  return at(provider, TSL, 'TSPServices', 'TSPService').flatMap((service) => readService(service, name));
}

function readService(service: Element, provider: string): Service[] {
  const [information] = at(service, TSL, 'ServiceInformation');
  const kind = SERVICES[(information && textAt(information, TSL, 'ServiceTypeIdentifier')) ?? ''];
  if (information === undefined || kind === undefined) return [];
  const history = at(service, TSL, 'ServiceHistory', 'ServiceHistoryInstance').filter(
    (instance) => SERVICES[textAt(instance, TSL, 'ServiceTypeIdentifier') ?? ''] === kind,
  );
  const certificates = certificatesIn(information, 'ServiceDigitalIdentity');
  return certificates.length === 0
    ? []
    : [{ provider, kind, certificates, periods: periodsOf([information, ...history]) }];
}

/** Returns the period of each status, which lasts until the next status starts (§5.6.4). */
function periodsOf(instances: readonly Element[]): Period[] {
  const statuses = instances
    .map((instance) => ({
      from: time(textAt(instance, TSL, 'StatusStartingTime')),
      uri: textAt(instance, TSL, 'ServiceStatus') ?? '',
      qualified: qualifiedIn(instance),
    }))
    .toSorted((a, b) => b.from.localeCompare(a.from));
  return statuses.map(({ from, uri, qualified }, index) => ({
    from,
    to: statuses[index - 1]?.from ?? null,
    status: uri.slice(uri.lastIndexOf('/') + 1),
    isGranted: GRANTED.has(uri),
    qualified,
  }));
}

/**
 * AdditionalServiceInformation lists the purposes of the qualified certificates (§5.5.9.4). Qualifications (§5.5.9.2)
 * change them for certificates that meet certain criteria. We do not evaluate the criteria, so no purpose is reported
 * for a service with qualifications.
 */
function qualifiedIn(instance: Element): ('signature' | 'seal')[] {
  const extensions = at(instance, TSL, 'ServiceInformationExtensions', 'Extension');
  const isConditional = extensions.some((extension) =>
    [...extension.getElementsByTagName('*')].some(({ localName }) => localName === QUALIFICATIONS),
  );
  if (isConditional) return [];
  const uses = extensions.flatMap((extension) =>
    at(extension, TSL, 'AdditionalServiceInformation', 'URI').map((uri) => uri.textContent?.trim() ?? ''),
  );
  return [
    ...(uses.includes(`${ADDITIONAL}ForeSignatures`) ? (['signature'] as const) : []),
    ...(uses.includes(`${ADDITIONAL}ForeSeals`) ? (['seal'] as const) : []),
  ];
}

function certificatesIn(parent: Element, ...names: readonly string[]): Buffer[] {
  return at(parent, TSL, ...names, 'DigitalId', 'X509Certificate').map((element) =>
    Buffer.from(element.textContent ?? '', 'base64'),
  );
}

/** Returns the English name if there is one. */
function nameIn(parent: Element, name: string): string {
  const names = at(parent, TSL, name, 'Name');
  const english = names.find((element) => element.getAttribute('xml:lang') === 'en') ?? names[0];
  return english?.textContent?.trim().replace(/\s+/g, ' ').slice(0, 200) ?? 'unnamed';
}

function time(text: string | undefined): string {
  const at = new Date(text ?? '');
  if (Number.isNaN(at.getTime())) throw new TrustListError('malformed', 'it contains a time that cannot be read');
  return at.toISOString();
}
