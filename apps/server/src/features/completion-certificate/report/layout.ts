/** The certificate of completion as the PDF worker sets it. */
import type { ImageResource, PreparedSend, SendOptions } from '@countersign/pdf-sign';
import { defineLayout } from '../../../platform/pdf/layout.ts';
import type { CertificateFacts } from './facts.ts';

/** What is drawn besides words, as it is kept. */
export type StoredPictures = {
  logo: ImageResource | undefined;
  /** Revisions of the document that signatures made: what each appended. */
  signed: readonly { readonly n: number; readonly tail: Uint8Array }[];
};
export type CertificateInput = { facts: CertificateFacts; pictures: StoredPictures; send: SendOptions };
/** The PDF, and the revision that certifies it, without its signature. */
export type CertificateMade = { bytes: Uint8Array; pages: number; prepared: PreparedSend };

export const certificateLayout = defineLayout<CertificateInput, CertificateMade>('certificate');
