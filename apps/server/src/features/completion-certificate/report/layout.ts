/** The input for the PDF worker that renders the certificate of completion. */
import type { ImageResource, PreparedSend, SendOptions } from '@countersign/pdf-sign';
import { defineLayout } from '../../../platform/pdf/layout.ts';
import type { CertificateFacts } from './facts.ts';

export type StoredPictures = {
  logo: ImageResource | undefined;
  /** The document revisions created by signatures, with the bytes that each of them appended. */
  signed: readonly { readonly n: number; readonly tail: Uint8Array }[];
};
/** The proof that the audit log contains the last entry of the trail, with the checkpoint that it refers to. */
export type LogEvidence = {
  readonly origin: string;
  readonly index: number;
  readonly size: number;
  readonly root: string;
  /** The file audit-proof.txt (C2SP tlog-proof). */
  readonly proof: string;
  /** The content of audit-keys.txt, with one verifier key per line. */
  readonly keys: string;
};
export type CertificateInput = {
  facts: CertificateFacts;
  pictures: StoredPictures;
  log?: LogEvidence;
  send: SendOptions;
};
/** `prepared` is the certifying revision before it is signed. */
export type CreatedCertificate = { bytes: Uint8Array; pages: number; prepared: PreparedSend };

export const certificateLayout = defineLayout<CertificateInput, CreatedCertificate>('certificate');
