import { readArchiveClaim } from './archive-claim.ts';
import type { ArchiveClaim } from './archive-claim.ts';
import { readActiveContent } from './active-content.ts';
import type { ActiveContent } from './active-content.ts';
import { readEncryption } from './encryption.ts';
import type { Encryption } from './encryption.ts';
import { PdfFile } from './file.ts';
import { certificationLevel, isSigned, readFields } from './form.ts';
import { signedFrom } from './leading-bytes.ts';
import type { SignedFrom } from './leading-bytes.ts';
import { countNameTree } from './name-tree.ts';
import { PdfStream, PdfString } from './objects.ts';
import { displayedSize, repeatedPages, walkPages } from './pages.ts';
import type { Page, Rotation } from './pages.ts';
import { endOfFinishedRevision } from './unfinished-update.ts';

/** A page as readers display it. */
export interface PageInfo {
  /** The width in points as displayed, after applying /Rotate, CropBox and UserUnit. */
  width: number;
  height: number;
  rotation: Rotation;
}

/**
 * The result of `inspectPdf`. For an encrypted file that was not opened, all members except version and encryption are
 * empty.
 */
export interface Inspection {
  pageCount: number;
  pages: PageInfo[];
  /** The PDF version, such as `1.7`. */
  version: string;
  encrypted: boolean;
  encryption: Encryption | null;
  /** The number of signature fields that have a value, including document time-stamps. */
  signatures: number;
  /** The DocMDP level of the certification signature. Null if there is none. */
  certification: 1 | 2 | 3 | null;
  hasForm: boolean;
  /** Whether the form asks readers to draw fields from their values (/NeedAppearances, 12.7.3). */
  needAppearances: boolean;
  dynamicXfa: boolean;
  /** The active content, limited to 100 findings. */
  activeContent: ActiveContent[];
  /** The number of embedded files, including files attached to a position on a page. */
  embeddedFiles: number;
  /** Fully qualified names of all terminal fields. */
  fieldNames: string[];
  /**
   * Whether the file ends in an incomplete update. In that case, the inspection describes the revision before the
   * update.
   */
  unfinishedUpdate: boolean;
  /** The numbers of pages, starting at 1, that are the same object as an earlier page. */
  repeatedPages: number[];
  archive: ArchiveClaim | null;
  /** The bytes that the signatures cover, if a signed file has bytes before its header. Otherwise null. */
  signedFrom: SignedFrom | null;
  /** Signature fields without a value, ready to be signed (`SignerSpec.existingField`). */
  unsignedFields: string[];
}

const ENCRYPTED: Omit<Inspection, 'version' | 'encryption'> = {
  pageCount: 0,
  pages: [],
  encrypted: true,
  signatures: 0,
  certification: null,
  hasForm: false,
  needAppearances: false,
  dynamicXfa: false,
  activeContent: [],
  embeddedFiles: 0,
  fieldNames: [],
  unfinishedUpdate: false,
  repeatedPages: [],
  archive: null,
  signedFrom: null,
  unsignedFields: [],
};

/**
 * The password that opens an encrypted file, either the user's or the owner's. The empty password opens files that
 * everyone can read.
 */
export interface Opening {
  password?: string | undefined;
}

/**
 * Reports the properties of a file that matter before it is stored as a document. For an encrypted file, only the
 * version and the kind of encryption are reported, unless `password` opens the file. Throws `not_a_pdf`, `damaged`,
 * `too_complex`, `unsupported_filter`.
 */
export function inspectPdf(bytes: Uint8Array, { password }: Opening = {}): Inspection {
  const file = new PdfFile(bytes);
  const encryption = file.encrypted ? readEncryption(file, password) : null;
  if (encryption === null) return inspectFile(file);
  if (password === undefined || encryption.permissions === null)
    return { ...ENCRYPTED, version: file.headerVersion, encryption };
  file.unlock(password);
  return { ...inspectFile(file), encrypted: true, encryption };
}

function inspectFile(file: PdfFile): Inspection {
  const pages: Page[] = [...walkPages(file)];
  const fields = readFields(file);
  const signatureFields = fields.filter((field) => field.type === 'Sig');
  return {
    pageCount: pages.length,
    pages: pages.map((page) => ({ ...displayedSize(page), rotation: page.rotation })),
    version: pdfVersion(file),
    encrypted: false,
    encryption: null,
    signatures: signatureFields.filter((field) => isSigned(file, field)).length,
    certification: certificationLevel(file),
    hasForm: fields.length > signatureFields.length,
    needAppearances: file.resolve(file.dict(file.catalog.get('AcroForm'))?.get('NeedAppearances') ?? null) === true,
    dynamicXfa: hasDynamicXfa(file),
    activeContent: readActiveContent(file, pages, fields),
    embeddedFiles:
      countNameTree(file, file.dict(file.catalog.get('Names'))?.get('EmbeddedFiles') ?? null) +
      countAttachments(file, pages),
    fieldNames: fields.map((field) => field.name),
    unfinishedUpdate: endOfFinishedRevision(file.bytes) !== null,
    repeatedPages: repeatedPages(pages.map(({ ref }) => ref)),
    archive: readArchiveClaim(file),
    signedFrom: signedFrom(file),
    unsignedFields: signatureFields.filter((field) => !isSigned(file, field)).map((field) => field.name),
  };
}

/** Returns the version in the header, or the version in the catalog if that is later (7.5.2). */
export function pdfVersion(file: PdfFile): string {
  const later = file.name(file.catalog.get('Version')) ?? '';
  return /^\d\.\d$/.test(later) && later > file.headerVersion ? later : file.headerVersion;
}

/** Counts files that are attached to a page as an annotation (12.5.6.15). */
function countAttachments(file: PdfFile, pages: readonly Page[]): number {
  let count = 0;
  for (const { dict } of pages) {
    for (const item of file.array(dict.get('Annots')))
      if (file.name(file.dict(item)?.get('Subtype') ?? null) === 'FileAttachment') count++;
  }
  return count;
}

/**
 * Whether the file has a dynamic XFA form. Such a form draws its own pages, so the signed content would differ from the
 * visible content.
 */
function hasDynamicXfa(file: PdfFile): boolean {
  const form = file.dict(file.catalog.get('AcroForm'));
  if (form === null || !form.has('XFA')) return false;
  if (file.resolve(file.catalog.get('NeedsRendering')) === true) return true;
  const xfa = file.resolve(form.get('XFA'));
  const packets = Array.isArray(xfa) ? xfa : [xfa];
  return packets.some((packet) => {
    const value = file.resolve(packet);
    if (value instanceof PdfString || !(value instanceof PdfStream)) return false;
    return /<dynamicRender>\s*required/.test(file.decode(value).toString('latin1'));
  });
}

export type { ActiveContent } from './active-content.ts';
export type { ActiveKind } from './actions.ts';
export type { Encryption, Permissions } from './encryption.ts';
