import type { RevisionState } from '../state.ts';
import type { FieldKind } from './form-kinds.ts';

export type { FieldKind };

/** A rectangle on a displayed page, in points from the top left corner. `page` starts at 1. */
export interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A raster image with 8-bit RGB samples, row by row, compressed with zlib. The alpha channel has the same format with
 * one sample per pixel.
 */
export interface ImageResource {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha?: Uint8Array;
  /** If set, `rgb` is a complete JPEG file with gray or RGB samples (no CMYK). */
  jpeg?: 'gray' | 'rgb';
}

/**
 * `standard` is one of the 14 fonts that every reader has, in WinAnsiEncoding. `embedded` is a subset whose two-byte
 * codes are glyph IDs (Identity-H).
 */
export type FontResource =
  | {
      kind: 'standard';
      baseFont:
        | 'Helvetica'
        | 'Helvetica-Bold'
        | 'Helvetica-Oblique'
        | 'Times-Roman'
        | 'Times-Italic'
        | 'Courier'
        | 'ZapfDingbats';
    }
  | {
      kind: 'embedded';
      baseFont: string;
      format: 'truetype' | 'cff';
      /**
       * The font program, compressed with zlib unless `isPlain` is set. It is a TrueType file, or an OpenType file with
       * a CFF table for `cff`.
       */
      file: Uint8Array;
      /** Whether the font program is written without a filter. */
      isPlain?: boolean;
      /** The size of the font program before compression. */
      fileLength: number;
      /** All values are in thousandths of an em. */
      bbox: [number, number, number, number];
      ascent: number;
      descent: number;
      capHeight: number;
      italicAngle: number;
      /** The advance width of each glyph ID, in thousandths of an em. */
      widths: readonly (readonly [glyph: number, width: number])[];
      /** The text of each glyph, for copying and searching. */
      unicode: readonly (readonly [glyph: number, text: string])[];
    };

/** A font that exists in the file, as the source text of a resource (a reference or a dictionary). */
export interface OwnFont {
  kind: 'own';
  source: string;
}

/**
 * The appearance of a field: content-stream operators in a box of `width` x `height` points with the origin at the
 * bottom left. It is upright as displayed, so callers need not consider the page's rotation. A resource object that is
 * used twice is written once.
 */
export interface Appearance {
  width: number;
  height: number;
  content: string | Uint8Array;
  resources?: {
    fonts?: readonly { name: string; font: FontResource | OwnFont }[];
    xobjects?: readonly { name: string; image: ImageResource }[];
  };
}

/** A completed revision. Append `tail` to the file. */
export interface Revision {
  tail: Buffer;
  state: RevisionState;
}

/** A revision without its signature. /ByteRange is already filled in. */
export interface UnsignedRevision extends Revision {
  /** The position of the hexadecimal /Contents token in the tail, including its angle brackets. */
  contents: { offset: number; length: number };
  byteRange: [number, number, number, number];
}

/** A new form field. Its position is in points from the top left corner of the displayed page. */
export interface FieldSpec extends Place {
  /** The partial field name. It must be unique in the document and contain no period. */
  name: string;
  kind: FieldKind;
  required?: boolean;
  label?: string;
  /** The options of a drop-down field, without duplicates. */
  options?: readonly string[];
  /** The buttons of a radio group, each with its own value. If they are given, the field's own position is ignored. */
  buttons?: readonly (Place & { value: string })[];
  /** Whether the value of a text field may have several lines. */
  multiline?: boolean;
}

/** One signer of a document, with a signature field and the fields that this signature fills in and locks. */
export interface SignerSpec {
  /** The name of the signer's signature field, such as `Signer_1`. It must be unique (see `Inspection.fieldNames`). */
  key: string;
  /** The tooltip of the signature field. */
  label?: string;
  /** All other fields that this signer fills in. The signer's signature locks them. */
  fields?: readonly FieldSpec[];
  /** The position of the signature. Without a position, the signature gets a slot on the signature page. */
  signaturePlace?: Place;
  /**
   * Uses this signature field of the uploaded file instead of a new one. Cannot be combined with a position or fields.
   */
  existingField?: string;
}

/** A field that the sender filled in. The certification signature locks the field. */
export type SenderField = FieldSpec & Omit<FieldValue, 'name'>;

/** The number of bytes reserved for a signature container. */
export interface Reserve {
  cms: number;
  docTimestamp: number;
}

/** The changes that `prepareSend` makes to a file before it is sent to its signers. */
export interface SendOptions {
  signers: readonly SignerSpec[];
  /**
   * The content of the added signature pages except their slots, with one item per page (`signaturePageLayout` returns
   * their number and size).
   */
  signaturePages?: readonly Appearance[];
  senderFields?: readonly SenderField[];
  /** 16 random bytes for the trailer's /ID. */
  fileId: Uint8Array;
  date: Date;
  /**
   * False for a file that already has signatures. In that case, no certification and no page are added. `permits` is
   * the DocMDP level (ISO 32000-2 12.8.2.2). Defaults to 2. Level 1 is for a file that will not be signed or filled in.
   */
  certify: false | { name?: string; reason?: string; location?: string; permits?: 1 | 2 };
  /**
   * One line at the top of every page, such as a notice about a test environment. Only ASCII is supported. Cannot be
   * combined with `certify: false`.
   */
  notice?: string;
  /** Areas to cover with white because their text is no longer needed. Cannot be combined with `certify: false`. */
  covers?: readonly Place[];
  reserve?: Partial<Reserve>;
}

/** The position of a signer's signature field. Null if the field is invisible. */
export interface SignaturePlace {
  field: string;
  place: Place | null;
}

/**
 * The revision for sending. If the file is certified, the seal must sign the revision. Otherwise, the revision is
 * complete.
 */
export type PreparedSend =
  | { certified: true; revision: UnsignedRevision; places: SignaturePlace[]; pageCount: number }
  | { certified: false; revision: Revision; places: SignaturePlace[]; pageCount: number };

/** The content of a filled-in field: the value for programs and the appearance for people. */
export interface FieldValue {
  name: string;
  /**
   * A boolean for check boxes, a button's value for radio groups, and an option for drop-down fields. For signature and
   * initials fields, any text is allowed, because only the appearance matters.
   */
  value: string | boolean;
  /**
   * The appearance. Omitted for check boxes and radio buttons, whose appearances are written when the document is sent.
   */
  appearance?: Appearance;
}

/**
 * The options of one signature: its field, the contents of its dictionary, and its appearance. Text may be in any
 * script.
 */
export interface SignatureOptions {
  /** The name of the unsigned signature field. */
  field: string;
  date: Date;
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  /** The appearance. Omit it for an invisible signature. */
  appearance?: Appearance;
  values?: readonly FieldValue[];
  /**
   * Makes the signature a certification signature (ISO 32000-2 12.8.2.2). Level 1 permits no later changes, level 2
   * permits filling in and signing, and level 3 also permits comments. The file must have no signatures, which the
   * caller must check (`Inspection.signatures`).
   */
  certify?: 1 | 2 | 3;
  fileId: Uint8Array;
  /**
   * The number of bytes reserved for the CMS. Defaults to 6,144, which is enough for B-T with an external time-stamp.
   */
  reserve?: number;
}

/** The contents of a document security store (EN 319 142-1 5.4.2). */
export interface ValidationData {
  /** The certificates, CRLs and OCSP responses in DER. */
  certificates: readonly Uint8Array[];
  crls: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  /**
   * The /Contents values, including padding, of signatures that get a /VRI entry. The entry refers to all of the data
   * above.
   */
  vri?: readonly Uint8Array[];
  fileId: Uint8Array;
}

/** The field of a document time-stamp, and the size reserved for it. */
export interface DocTimestampOptions {
  /** Defaults to the field reserved when the document was sent, or to a new field if none was reserved. */
  field?: string;
  fileId: Uint8Array;
  /** The number of bytes reserved for the token. Defaults to 4,096. */
  reserve?: number;
  /**
   * The audit trail position in DER, stored in the signature dictionary under `TRAIL_POSITION`
   * (docs/understand/trail-binding.md).
   */
  trailPosition?: Uint8Array | undefined;
}
