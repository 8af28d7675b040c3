import { parseCertificate } from '@countersign/pki';
import type { Certificate, PathPurpose, PathValidation } from '@countersign/pki';

import type { SignatureVerdict, TrustedService } from './report.ts';

/**
 * Services that third parties trust. The EU's lists contain thousands of services, and most documents need none of
 * them. Their certificates are therefore parsed only when a path needs them.
 */
export class Services {
  readonly #services: readonly TrustedService[];
  readonly #certificates = new Map<TrustedService, Certificate>();

  constructor(services: readonly TrustedService[]) {
    this.#services = services;
  }

  #certificateOf(service: TrustedService): Certificate {
    let certificate = this.#certificates.get(service);
    if (certificate === undefined) {
      certificate = parseCertificate(service.certificate);
      this.#certificates.set(service, certificate);
    }
    return certificate;
  }

  /**
   * Returns the certificates at which a path may end for this purpose at this time. Throws PkiError if a certificate
   * cannot be parsed.
   */
  anchors(purpose: PathPurpose, at: Date): Certificate[] {
    return this.#services
      .filter((service) => counts(service, purpose, at))
      .map((service) => this.#certificateOf(service));
  }

  /** Returns the services that were valid at the given time for the certificate at the end of the path. */
  behind(path: PathValidation | undefined, purpose: PathPurpose, at: Date): TrustedService[] {
    const anchor = path?.path.at(-1);
    if (path === undefined || anchor === undefined) return [];
    return this.#services.filter(
      (service) => counts(service, purpose, at) && anchor.der.equals(service.certificate) && !isOpen(path),
    );
  }
}

const isOpen = ({ problems }: PathValidation): boolean => problems.some(({ code }) => code === 'no_path');

function counts({ purpose: own, periods }: TrustedService, purpose: PathPurpose, at: Date): boolean {
  return (own === undefined || own === purpose) && (periods === undefined || periods.some(holds(at)));
}

const holds = (at: Date) => (period: { readonly from: string; readonly to: string | null }) =>
  new Date(period.from) <= at && (period.to === null || at < new Date(period.to));

/**
 * Statements in a certificate (ETSI EN 319 412-5): the certificate is qualified, and its key is in a qualified device.
 */
const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_DEVICE = '0.4.0.1862.1.4';
const QC_TYPES = { signature: '0.4.0.1862.1.6.1', seal: '0.4.0.1862.1.6.2' } as const;

/**
 * Returns the proved qualification of a signer's certificate. The certificate must state that it is qualified, and for
 * which type. A list must show that the issuer's service was granted for that type at issuance and at signing (ETSI TS
 * 119 615 §4.4). If any of this is missing or cannot be evaluated, nothing is claimed, because "qualified" has legal
 * effect.
 */
export function qualificationOf(
  services: Services,
  path: PathValidation | undefined,
  at: Date,
): SignatureVerdict['qualification'] {
  const leaf = path?.path[0];
  // The listed service must have issued the certificate directly, and not through an intermediate authority.
  if (leaf === undefined || path?.path.length !== 2) return null;
  const { qcStatements, qcTypes } = leaf.extensions;
  if (!qcStatements.includes(QC_COMPLIANCE)) return null;
  const proved = services
    .behind(path, 'document-signing', at)
    .filter((service) => counts(service, 'document-signing', leaf.notBefore));
  const kind = (['signature', 'seal'] as const).find(
    (candidate) =>
      qcTypes.includes(QC_TYPES[candidate]) && proved.some(({ qualified }) => qualified?.includes(candidate) === true),
  );
  if (kind === undefined) return null;
  return qcStatements.includes(QC_DEVICE) ? `qualified-${kind}` : 'qualified-certificate';
}
