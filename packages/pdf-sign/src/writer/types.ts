import type { RevisionState } from '../state.ts';
import type { FieldKind } from './form-kinds.ts';

export type { FieldKind };

/** A rectangle on a page as displayed: points, origin top left, `page` from 1. */
export interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A raster image: RGB samples, 8 bits each, row by row, zlib-deflated; alpha likewise, one sample per pixel. */
export interface ImageResource {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha?: Uint8Array;
  /** `rgb` is a whole JPEG file instead, with gray or RGB samples (no CMYK). */
  jpeg?: 'gray' | 'rgb';
}

/**
 * `standard`: one of the 14 fonts that every reader has, in WinAnsiEncoding. `embedded`: a subset addressed by
 * two-byte glyph IDs (Identity-H).
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
       * The font program, zlib-deflated unless `isPlain`: a TrueType file, or for `cff` an OpenType file with a CFF
       * table.
       */
      file: Uint8Array;
      /** The font program is written without a filter. */
      isPlain?: boolean;
      /** Size of the font program before deflating. */
      fileLength: number;
      /** All values are in thousandths of an em. */
      bbox: [number, number, number, number];
      ascent: number;
      descent: number;
      capHeight: number;
      italicAngle: number;
      /** Advance width by glyph ID, in thousandths of an em. */
      widths: readonly (readonly [glyph: number, width: number])[];
      /** The text of a glyph, for copying and searching. */
      unicode: readonly (readonly [glyph: number, text: string])[];
    };

/** An existing font of the file, as source text of a resource: a reference, or a dictionary. */
export interface OwnFont {
  kind: 'own';
  source: string;
}

/**
 * The appearance of a field: content-stream operators in a box of `width` x `height` points, origin bottom left,
 * upright as displayed (the page's rotation is handled). A resource object that is used twice is written once.
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
  /** The hexadecimal /Contents token in the tail, including its angle brackets. */
  contents: { offset: number; length: number };
  byteRange: [number, number, number, number];
}

/** A new form field. Its position is in points from the top left of the page as displayed. */
export interface FieldSpec extends Place {
  /** Partial field name: unique in the document, without a period. */
  name: string;
  kind: FieldKind;
  required?: boolean;
  label?: string;
  /** Drop-down fields: the options, each once. */
  options?: readonly string[];
  /** Radio groups: the buttons, each with its own value. The field's own position is then ignored. */
  buttons?: readonly (Place & { value: string })[];
  /** Text fields: the value may have several lines. */
  multiline?: boolean;
}

/** One signer of a document: a signature field, and the fields that this signature fills in and locks. */
export interface SignerSpec {
  /** Name of the signer's signature field, e.g. `Signer_1`. It must be unique (see `Inspection.fieldNames`). */
  key: string;
  /** Tool tip of the signature field. */
  label?: string;
  /** All other fields that this signer fills in. The signer's signature locks them. */
  fields?: readonly FieldSpec[];
  /** The position of the signature. Without one, it gets a slot on the signature page. */
  signaturePlace?: Place;
  /** Signs this field of the uploaded file instead of a new one (without position and fields). */
  existingField?: string;
}

/** A field that the sender filled in. The certification signature locks it. */
export type SenderField = FieldSpec & Omit<FieldValue, 'name'>;

/** Bytes reserved for a signature container. */
export interface Reserve {
  cms: number;
  docTimestamp: number;
}

/** The additions of `prepareSend` to a file before it is sent to its signers. */
export interface SendOptions {
  signers: readonly SignerSpec[];
  /**
   * The content of the added signature pages apart from their slots, one per page (`signaturePageLayout` returns
   * their number and size).
   */
  signaturePages?: readonly Appearance[];
  senderFields?: readonly SenderField[];
  /** 16 random bytes for the trailer's /ID. */
  fileId: Uint8Array;
  date: Date;
  /** False for a file that already has signatures: no certification, and no added page. */
  /**
   * `permits`: the DocMDP level (ISO 32000-2 12.8.2.2), 2 by default; 1 is for a file that will not be signed or filled
   * in.
   */
  certify: false | { name?: string; reason?: string; location?: string; permits?: 1 | 2 };
  /**
   * One line at the top of every page, such as a notice about a test environment. ASCII only. Not with `certify:
   * false`.
   */
  notice?: string;
  /** Areas to cover with white because their text is no longer needed. Not with `certify: false`. */
  covers?: readonly Place[];
  reserve?: Partial<Reserve>;
}

/** The position of a signer's signature field; null if the field is invisible. */
export interface SignaturePlace {
  field: string;
  place: Place | null;
}

/** The revision for sending. If certified, the seal must sign it; otherwise, it is complete. */
export type PreparedSend =
  | { certified: true; revision: UnsignedRevision; places: SignaturePlace[]; pageCount: number }
  | { certified: false; revision: Revision; places: SignaturePlace[]; pageCount: number };

/** The content of a filled-in field: the value that software reads and the appearance that people see. */
export interface FieldValue {
  name: string;
  /**
   * Check boxes: boolean. Radio groups: a button's value. Drop-down fields: an option. Signature and initials fields:
   * any text; only the appearance counts.
   */
  value: string | boolean;
  /** Not used for check boxes and radio buttons, whose appearances are in the file from the start. */
  appearance?: Appearance;
}

/** One signature: its field, the contents of its dictionary, and its appearance. Texts may be in any script. */
export interface SignatureOptions {
  /** Name of the unsigned signature field. */
  field: string;
  date: Date;
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  /** Omit it for an invisible signature. */
  appearance?: Appearance;
  values?: readonly FieldValue[];
  /**
   * Makes it a certification signature (ISO 32000-2 12.8.2.2) that permits no later changes (1), filling in and
   * signing (2), or also comments (3). Only for a file without signatures, which the caller must check
   * (`Inspection.signatures`).
   */
  certify?: 1 | 2 | 3;
  fileId: Uint8Array;
  /** Bytes for the CMS; default 6,144 (B-T with room for an external time-stamp). */
  reserve?: number;
}

/** The contents of a document security store (EN 319 142-1 5.4.2). */
export interface ValidationData {
  /** The token in DER. */
  certificates: readonly Uint8Array[];
  crls: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  /** /Contents values (including their padding) of signatures that get a /VRI entry naming all of the above. */
  vri?: readonly Uint8Array[];
  fileId: Uint8Array;
}

/** The field of a document time-stamp, and its reserved size. */
export interface DocTimestampOptions {
  /** Default: the field reserved when the document was sent, otherwise a new one. */
  field?: string;
  fileId: Uint8Array;
  /** Bytes reserved for the token; default 4,096. */
  reserve?: number;
  /**
   * DER of the audit trail's position, stored in the signature dictionary under `TRAIL_POSITION`
   * (docs/understand/trail-binding.md).
   */
  trailPosition?: Uint8Array | undefined;
}
