import type { Rotation } from './reader/pages.ts';

export type ObjectId = [number: number, generation: number];

/** The entries of a dictionary, in order. The key has no slash, and the value is PDF source text (ASCII only). */
export type Entries = [key: string, source: string][];

/**
 * The kind of a form field in the PDF. `button` is a push button, which has no value. `toggle` is a check box or a
 * group of radio buttons.
 */
export type FormKind = 'signature' | 'text' | 'choice' | 'button' | 'toggle';

/** A form field that a later revision will fill in or sign. */
export interface FieldState {
  name: string;
  kind: FormKind;
  id: ObjectId;
  entries: Entries;
  /** The /Rotate value of the widget's page. */
  rotation: Rotation;
  /** For signature fields: the names of the fields that the signature fills in and locks. */
  lock: string[];
  /** For signature fields: the lock's /Action and /Fields, or null if there is no lock. */
  lockEntries: Entries | null;
  options?: string[];
  /** The size of the appearance for a field that is invisible until it is filled in. */
  blank?: [width: number, height: number];
  /**
   * For toggles: the widgets, each with its value and the name of its on state. A widget that shares the field's
   * dictionary has the field's ID and no entries.
   */
  buttons?: { id: ObjectId; entries: Entries; state: string; value: string }[];
}

/**
 * The data needed to add a signature field without reading the document: the first page and the form, with their
 * /Annots and /Fields arrays inline.
 */
export interface FieldHost {
  page: ObjectId;
  pageEntries: Entries;
  /** The form's ID. Null if there is no form, or if the form is a direct object in the catalog. */
  form: ObjectId | null;
  formEntries: Entries;
}

/**
 * Everything that a later append needs, so that no earlier bytes of the file need to be reread. The state is plain JSON
 * without control characters (suitable for jsonb) and takes a few kilobytes.
 */
export interface RevisionState {
  version: 1;
  /** The size of the file up to and including this revision. */
  length: number;
  /**
   * The number of bytes before `%PDF-`. Cross-reference offsets are relative to the header, and byte ranges are
   * relative to the first byte.
   */
  headerOffset: number;
  startxref: number;
  xrefKind: 'table' | 'stream';
  endsWithNewline: boolean;
  /** The lowest object number that has never been used. */
  nextObject: number;
  root: ObjectId;
  info: ObjectId | null;
  /** The first string of the trailer's /ID in hex. */
  firstId: string | null;
  catalog: Entries;
  /** The unsigned signature fields, and the fields in their locks. */
  fields: FieldState[];
  /** The field reserved for the document time-stamp that is added on completion. */
  timestampField: string | null;
  /** Null once a field for the time-stamp has been reserved. */
  host: FieldHost | null;
  /** For a file with a PDF/A claim: the rules that apply to appended objects. */
  archive?: { part: number; colors: 'gray' | 'rgb' | 'cmyk' | null };
  /** References to the existing validation data, as source text such as `12 0 R`. */
  dss: { certificates: string[]; crls: string[]; ocsps: string[]; vri: Entries } | null;
}
