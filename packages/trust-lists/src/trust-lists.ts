import { parseCertificate, PkiError } from '@countersign/pki';
import type { Certificate } from '@countersign/pki';

import { TrustListError } from './errors.ts';
import type { TrustListErrorCode } from './errors.ts';
import { readList } from './list.ts';
import type { Service, TrustList } from './list.ts';
import { signedText } from './signature.ts';
import { decodeXml } from './xml.ts';

/** A trusted list as downloaded: XML bytes, and a name that identifies it. */
export interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A certificate that a trusted list contains, in the form that `verifyDocument` of @countersign/pades accepts. Times
 * are ISO 8601 in UTC.
 */
export interface TrustedService {
  /** The certificate in DER. */
  readonly certificate: Uint8Array;
  /** The source, such as `EU trusted list: Operator (XX), Provider, CA/QC granted`. */
  readonly source: string;
  readonly purpose: 'document-signing' | 'time-stamping';
  readonly periods: readonly { readonly from: string; readonly to: string | null }[];
  readonly qualified: readonly ('signature' | 'seal')[];
}

/** A list with a valid signature. */
export interface ReadTrustList {
  readonly file: string;
  readonly operator: string;
  readonly territory: string;
  readonly isListOfLists: boolean;
  readonly issuedAt: string;
  readonly nextUpdate: string | null;
  /**
   * Whether the list should already have been replaced with a newer one. An outdated list proves nothing about the time
   * since then.
   */
  readonly isOutdated: boolean;
}

/** The trusted services from all valid lists, and the result for each file. */
export interface TrustLists {
  readonly services: readonly TrustedService[];
  readonly lists: readonly ReadTrustList[];
  /** The files that are not used, with the reasons. */
  readonly refused: readonly { readonly file: string; readonly code: string; readonly message: string }[];
}

/**
 * Reads trusted lists (ETSI TS 119 612). A list is valid if it was signed by one of `signers`, or by a signer that the
 * list of the lists contains for the territory. The list of the lists must be one of the files. An invalid file is
 * reported in `refused` and does not affect other files.
 *
 * A list applies until its NextUpdate. A service whose status is `granted` is trusted until then (TS 119 615 §4.1.4).
 *
 * @param options.signers DER of the certificates that may sign the list of the lists or individual lists
 * @throws PkiError if one of `signers` is not a certificate
 */
export function readTrustLists(
  files: readonly ListFile[],
  options: { readonly signers: readonly Uint8Array[]; readonly now: Date },
): TrustLists {
  const own = options.signers.map((der) => parseCertificate(der));
  const opened = files.map((file) => open(file, own));
  const pointers = opened.flatMap((one) => ('list' in one && one.list.isListOfLists ? one.list.pointers : []));
  const named = pointers.flatMap(({ certificates }) => certificates.flatMap(readable));
  // Only the signed text reveals which file is the list of the lists, so the other files are tried again once that list
  // is found.
  const final = opened.map((one) => {
    if ('list' in one || one.code !== 'other_signer' || named.length === 0) return one;
    const again = open(one.file, named);
    return 'list' in again && !isNamedFor(again, pointers) ? { ...WRONG_TERRITORY, file: one.file } : again;
  });
  const counted = final.filter((one) => 'list' in one);
  const refused = final.flatMap((one) =>
    'list' in one ? [] : [{ file: one.file.name, code: one.code, message: one.message }],
  );
  return {
    services: counted.flatMap(({ list }) => list.services.flatMap((service) => servicesOf(list, service))),
    lists: counted.map(({ file, list }) => ({
      file: file.name,
      operator: list.operator,
      territory: list.territory,
      isListOfLists: list.isListOfLists,
      issuedAt: list.issuedAt,
      nextUpdate: list.nextUpdate,
      isOutdated: list.nextUpdate === null || new Date(list.nextUpdate) < options.now,
    })),
    refused,
  };
}

type Opened =
  | { readonly file: ListFile; readonly list: TrustList; readonly signer: Certificate }
  | { readonly file: ListFile; readonly code: TrustListErrorCode; readonly message: string };

const WRONG_TERRITORY = {
  code: 'other_signer' as const,
  message: 'its signer is not authorized to sign the list of this territory',
};

function open(file: ListFile, signers: readonly Certificate[]): Opened {
  try {
    const { text, signer } = signedText(decodeXml(file.bytes), signers);
    return { file, list: readList(text), signer };
  } catch (error) {
    if (!(error instanceof TrustListError)) throw error;
    return { file, code: error.code, message: error.message };
  }
}

/**
 * Whether the signer may sign a list. A member state's signer may sign only that state's list, and never the list of
 * the lists.
 */
function isNamedFor({ list, signer }: Extract<Opened, { list: TrustList }>, pointers: TrustList['pointers']): boolean {
  return (
    !list.isListOfLists &&
    pointers.some(
      ({ territory, certificates }) =>
        territory === list.territory && certificates.some((certificate) => certificate.equals(signer.der)),
    )
  );
}

function servicesOf({ operator, territory, nextUpdate, issuedAt }: TrustList, service: Service): TrustedService[] {
  const granted = service.periods.filter(({ isGranted }) => isGranted);
  const last = service.periods[0];
  if (granted.length === 0 || last === undefined) return [];
  return service.certificates.flatMap(readable).flatMap((certificate) =>
    granted.map((period) => ({
      certificate: certificate.der,
      source: `EU trusted list: ${operator} (${territory}), ${service.provider}, ${service.kind} ${period.status}${
        period.to === null ? '' : ` until ${period.to.slice(0, 10)}, since then ${last.status}`
      }`,
      purpose: service.kind === 'CA/QC' ? ('document-signing' as const) : ('time-stamping' as const),
      // A list without NextUpdate is closed and does not apply to times after its own date.
      periods: [{ from: period.from, to: period.to ?? nextUpdate ?? issuedAt }],
      qualified: service.kind === 'CA/QC' && period.status === 'granted' ? period.qualified : [],
    })),
  );
}

/** Parses a certificate. Lists contain certificates from several decades. Unreadable certificates are not trusted. */
function readable(der: Buffer): Certificate[] {
  try {
    return [parseCertificate(der)];
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return [];
  }
}
