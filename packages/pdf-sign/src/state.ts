import type { Rotation } from './reader/pages.ts';

/** Object number and generation of an indirect object. */
export type ObjectId = [number: number, generation: number];

/** A dictionary's entries, in order: key without slash, value as PDF source text (ASCII only). */
export type Entries = [key: string, source: string][];

/**
 * The kind of a form field in the PDF. `button` is a push button, which only shows something; `toggle` a check box or a
 * group of radio buttons.
 */
export type FormKind = 'signature' | 'text' | 'choice' | 'button' | 'toggle';

/** A form field that a later revision will fill in or sign. */
export interface FieldState {
  name: string;
  kind: FormKind;
  id: ObjectId;
  entries: Entries;
  /** /Rotate of the page that the widget is on. */
  rotation: Rotation;
  /** Signature fields: names of the fields that this signature fills in and locks. */
  lock: string[];
  /** Signature fields: /Action and /Fields of the lock, null without one. */
  lockEntries: Entries | null;
  /** Choice fields: the options. */
  options?: string[];
  /** The size of the appearance of a field that shows nothing until it is filled in. */
  blank?: [width: number, height: number];
  /**
   * Toggles: the widgets, each with its value and the name of the state that turns it on. A widget that is the
   * field's own dictionary has the field's ID and no entries.
   */
  buttons?: { id: ObjectId; entries: Entries; state: string; value: string }[];
}

/**
 * What is needed to add a signature field without reading the document: the first page and the form, with their
 * /Annots and /Fields arrays inline.
 */
export interface FieldHost {
  page: ObjectId;
  pageEntries: Entries;
  /** Null if the form is a direct object in the catalog, or if there is none. */
  form: ObjectId | null;
  formEntries: Entries;
}

/**
 * Everything that a later append needs, so that no earlier byte of the file is read again. Plain JSON without control
 * characters (suitable for jsonb), a few kilobytes.
 */
export interface RevisionState {
  version: 1;
  /** Size of the file up to and including this revision. */
  length: number;
  /** Bytes before `%PDF-`: cross-reference offsets count from the header, byte ranges from the first byte. */
  headerOffset: number;
  /** The offset in the last `startxref`. */
  startxref: number;
  xrefKind: 'table' | 'stream';
  endsWithNewline: boolean;
  /** The lowest object number that was never used. */
  nextObject: number;
  root: ObjectId;
  info: ObjectId | null;
  /** First string of the trailer's /ID as hex. */
  firstId: string | null;
  catalog: Entries;
  /** Unsigned signature fields and the fields in their locks. */
  fields: FieldState[];
  /** The field reserved for the document time-stamp of completion. */
  timestampField: string | null;
  /** Null once a time-stamp field is reserved. */
  host: FieldHost | null;
  /** For a file with a PDF/A claim: the rules that appended objects must follow. */
  archive?: { part: number; colors: 'gray' | 'rgb' | 'cmyk' | null };
  /** References of the existing validation data, as source text (`12 0 R`). */
  dss: { certificates: string[]; crls: string[]; ocsps: string[]; vri: Entries } | null;
}
