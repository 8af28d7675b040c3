import { PdfError } from '../errors.ts';
import { PdfFile } from '../reader/file.ts';
import { DEFAULT_LIMITS } from '../reader/limits.ts';
import { PdfDict, PdfRef, PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { Entries, ObjectId } from '../state.ts';
import type { ObjectSink } from '../writer/fonts.ts';
import { formatEntries, formatRef, serialize } from '../writer/serialize.ts';
import { isSignature, scanObjects, sectionOf } from './scan.ts';

/** The visible appearance of a signature, extracted from its revision. */
export interface SignatureLook {
  /** The width in points, before any rotation. */
  readonly width: number;
  readonly height: number;
  /** Writes the appearance with all its resources to another file, as a form XObject. */
  readonly copyInto: (sink: ObjectSink) => ObjectId;
}

/** The maximum number of objects in an appearance. A font takes four of them, and an image takes two. */
const MAX_OBJECTS = 100;
const MAX_DEPTH = 20;

/**
 * Returns the exact appearance of the signature that one of our revisions adds. Returns null if the appearance is
 * empty. Throws `damaged` or `too_complex` if the bytes are not such a revision.
 *
 * @param tail the bytes that the revision appended to the file
 */
export function readSignatureLook(tail: Uint8Array): SignatureLook | null {
  // The revision is parsed without the earlier revisions, so it needs its own header.
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), tail]);
  const { entries } = scanObjects(bytes);
  const file = new PdfFile(bytes, DEFAULT_LIMITS, sectionOf(entries));
  const dicts = [...entries.keys()].flatMap((number) => {
    const value = file.object(number);
    return value instanceof PdfDict ? [{ number, value }] : [];
  });
  const signature = dicts.find(({ value }) => isSignature(value));
  const field = dicts.find(({ value }) => {
    const of = value.get('V');
    return signature !== undefined && of instanceof PdfRef && of.number === signature.number;
  });
  const form = file.resolve(file.dict(field?.value.get('AP') ?? null)?.get('N') ?? null);
  if (!(form instanceof PdfStream)) return null;
  const [left, bottom, right, top] = file.array(form.dict.get('BBox')).map((value) => file.number(value) ?? 0);
  const size = { width: (right ?? 0) - (left ?? 0), height: (top ?? 0) - (bottom ?? 0) };
  if (!(size.width > 0 && size.height > 0)) return null;
  return { ...size, copyInto: (sink) => new Copier(file, sink).form(form) };
}

/** Writes each object after the objects it refers to, so that every object can be written in one step. */
class Copier {
  readonly #file: PdfFile;
  readonly #sink: ObjectSink;
  readonly #copied = new Map<number, ObjectId>();
  #depth = 0;

  constructor(file: PdfFile, sink: ObjectSink) {
    this.#file = file;
    this.#sink = sink;
  }

  /** Copies the form without the matrix that rotates it with its page. */
  form(form: PdfStream): ObjectId {
    return this.#stream(form, (key) => key !== 'Matrix');
  }

  #stream({ dict, raw }: PdfStream, keeps: (key: string) => boolean = () => true): ObjectId {
    return this.#sink.addStream(
      this.#entries(dict).filter(([key]) => key !== 'Length' && keeps(key)),
      raw,
    );
  }

  #entries(dict: PdfDict): Entries {
    return [...dict.entries].map(([key, value]) => [key, this.#source(value)]);
  }

  #source(value: PdfValue): string {
    if (value instanceof PdfRef) return formatRef(this.#object(value));
    if (value instanceof PdfDict) return formatEntries(this.#entries(value));
    if (Array.isArray(value)) return `[${value.map((one) => this.#source(one)).join(' ')}]`;
    return serialize(value);
  }

  #object(ref: PdfRef): ObjectId {
    const known = this.#copied.get(ref.number);
    if (known !== undefined) return known;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH || this.#copied.size >= MAX_OBJECTS)
      throw new PdfError('too_complex', 'a signature appearance uses too many objects');
    const value = this.#file.resolve(ref);
    const id =
      value instanceof PdfStream
        ? this.#stream(value)
        : // The resources of an appearance are dictionaries and streams. Other values are nested inside them.
          this.#sink.add(value instanceof PdfDict ? this.#entries(value) : []);
    this.#depth -= 1;
    this.#copied.set(ref.number, id);
    return id;
  }
}
