import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { ReportedFile } from '@countersign/pades/validation-report';
import type {
  ArchiveState,
  Encryption,
  Inspection,
  PreparedSend,
  RepairKind,
  SendOptions,
} from '@countersign/pdf-sign';

import type { DataKey } from '../crypto/sealed-file.ts';
import type { Prints, PrintWish } from './compare-pages.ts';
import type { HashState } from './hash-state.ts';
import type { TextFound, TextWanted } from './find-text.ts';
import type { LocalSource } from './pdf-source.ts';
import type { PagePicture, PagesTried, PageText, RenderOptions } from './page-view.ts';
import type { PlainReport } from './report/plain-report.ts';
import type { LogoImage } from './logo-image.ts';
import type { SignatureImage } from './signature-image.ts';
import type { Suggested } from './suggest/suggest-fields.ts';

/** The result of reading an upload. Damage is reported, not thrown. */
export type Judgement =
  | { readonly state: 'sound'; readonly inspection: Inspection }
  | { readonly state: 'damaged'; readonly damage: string };

/** The findings of a repaired file, with the applied `repairs` and decryption. */
export type Repaired = {
  readonly inspection: Inspection;
  readonly repairs: readonly RepairKind[];
  /** The encryption of the original file. Null if it was not encrypted. */
  readonly encryption: Encryption | null;
  /** The object number of the catalog in the original file. */
  readonly root: number;
};

/**
 * The result of drawing the fields of an upload (ADR 81). `shown` means that there is nothing to draw. `drawn` means
 * that the new file shows the values of `fields`. `refused` means that `field` cannot be drawn.
 */
export type FormShown =
  | { readonly state: 'shown' }
  | { readonly state: 'drawn'; readonly inspection: Inspection; readonly fields: readonly string[] }
  | { readonly state: 'refused'; readonly field: string; readonly problem: string };

/** A new file that a worker writes, encrypted with its own key (ADR 67). */
export type SealedTarget = { readonly path: string; readonly sealedWith: DataKey };

/**
 * All tasks of the PDF worker. Their input is public data, or a file and the key or password that opens only this file.
 * The worker never receives other keys or credentials.
 */
export type PdfTasks = {
  inspect: { input: { source: LocalSource }; output: Inspection };
  judge: { input: { source: LocalSource; password?: string | undefined }; output: Judgement };
  hashState: { input: { source: LocalSource }; output: HashState };
  repair: {
    input: { source: LocalSource; password?: string | undefined; target: SealedTarget };
    output: Repaired;
  };
  strip: { input: { source: LocalSource; target: SealedTarget }; output: Inspection };
  showForm: { input: { source: LocalSource; target: SealedTarget }; output: FormShown };
  prepareSend: { input: { source: LocalSource; options: SendOptions }; output: PreparedSend };
  render: { input: { source: LocalSource; options: RenderOptions }; output: PagePicture };
  tryPages: { input: { source: LocalSource; progress: Int32Array; budgetMs: number }; output: PagesTried };
  printPages: { input: { source: LocalSource; wish: PrintWish }; output: Prints };
  pageText: { input: { source: LocalSource; page: number }; output: PageText };
  findText: { input: { source: LocalSource; wanted: TextWanted }; output: TextFound };
  suggestFields: { input: { source: LocalSource }; output: Suggested };
  verify: { input: { source: LocalSource; options: VerifyInput }; output: VerifyReport };
  validationReport: { input: { report: VerifyReport; file: ReportedFile; kind: 'etsi' | 'json' }; output: string };
  attachedFile: { input: { source: LocalSource; name: string }; output: Uint8Array | null };
  readArchive: { input: { source: LocalSource }; output: ArchiveState };
  set: { input: { layout: string; facts: object }; output: unknown };
  plainReport: { input: { report: PlainReport }; output: { bytes: Uint8Array; pages: number } };
  checkPicture: { input: { source: LocalSource }; output: { width: number; height: number } };
  logo: { input: { bytes: Uint8Array }; output: LogoImage };
  signatureImage: { input: { bytes: Uint8Array }; output: SignatureImage };
};
