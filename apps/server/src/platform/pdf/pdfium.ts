import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { LocalSource } from './pdf-source.ts';
import { readSource } from './pdf-source.ts';

/**
 * PDFium in WebAssembly, behind the few calls we use. It runs only in the PDF worker, because it parses untrusted
 * bytes, and its memory never shrinks until the worker ends.
 */

/** The part of the WebAssembly standard that is used here, which Node's types lack. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: { readonly f?: unknown } }>;
};
type WasmImports = { readonly env?: Readonly<Record<string, unknown>> };
/** A function that can be called through a pointer. */
type FunctionTable = { set(index: number, value: unknown): void };

/**
 * The C functions that are used. The package declares only some of them. Handles and pointers are numbers; 0 is
 * failure.
 */
interface PdfiumModule {
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadCustomDocument(access: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDF_PageToDevice(
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FPDF_SetFormFieldHighlightAlpha(form: number, alpha: number): void;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetRect(annotation: number, rect: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldName(form: number, annotation: number, buffer: number, length: number): number;
  _FPDFAnnot_GetFormFieldAlternateName(form: number, annotation: number, buffer: number, length: number): number;
  _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  readonly wasmExports: {
    malloc(size: number): number;
    free(pointer: number): void;
    readonly __indirect_function_table: FunctionTable;
  };
  readonly HEAPU8: Uint8Array;
}

/** The reason why PDFium returned no page. The codes are the pool's `reason`, with the names that pdf-sign uses. */
export class PdfiumError extends Error {
  override readonly name = 'PdfiumError';
  readonly code: 'encrypted' | 'damaged' | 'page_out_of_range' | 'page_too_large';

  constructor(code: PdfiumError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface PageSize {
  /** The size in points, as displayed: the page's rotation and crop box are applied. */
  readonly width: number;
  readonly height: number;
}

/** A rectangle in points, with the origin at the top left of the page as displayed. */
export interface PageBox extends PageSize {
  readonly x: number;
  readonly y: number;
}

export interface PageCharacter {
  readonly codePoint: number;
  /** Absent for characters that PDFium inserted (a space or line break between two words). */
  readonly box: PageBox | undefined;
}

/** A form field as a reader shows it. A field with several widgets is listed once for each. */
export interface PageWidget {
  /** PDFium's number of the type: 1 push button, 2 check box, 3 radio button, 4 and 5 choices, 6 text, 7 signature. */
  readonly type: number;
  readonly name: string;
  /** The human-readable description (/TU). */
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly box: PageBox;
}

const FLAG_ANNOTATIONS = 0x01;
const FLAG_RGBA_ORDER = 0x10;
const FORMAT_BGRA = 4;
const OPAQUE_WHITE = 0xffffffff;
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
/** The maximum memory: an image of 36 MB, and the additional memory of a page with photographs. */
const MAX_HEAP_BYTES = 160 * 2 ** 20;
/**
 * The resolution of the conversion. Converting page to device coordinates returns whole numbers. A fine device
 * resolution preserves hundredths of a point.
 */
const DEVICE_PER_POINT = 100;

/**
 * `access` is FPDF_FILEACCESS in PDFium's memory, with which it reads the file in `bytes`. `handed` is the number of
 * bytes that PDFium has read.
 */
type Pdfium = { readonly module: PdfiumModule; readonly access: number; bytes: Uint8Array; handed: number };

let loading: Promise<Pdfium> | undefined;
/** True if memory was refused last time. PDFium then aborts, and its state is unusable. */
let isFull = false;

/**
 * Loads PDFium once for this thread (40 ms, 23 MB), on the first requested page. It is module state on purpose, because
 * a worker thread is the unit that is discarded.
 */
function pdfium(): Promise<Pdfium> {
  loading ??= (async () => {
    const { PDFiumModule } = await import('@hyzyla/pdfium');
    const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
    const binary = await WebAssembly.compile(await readFile(file));
    const module = (await PDFiumModule({
      instantiateWasm: (imports: WasmImports, use: (instance: object) => void) => {
        void WebAssembly.instantiate(binary, bounded(imports)).then(use);
        return {};
      },
    })) as unknown as PdfiumModule;
    module._FPDF_InitLibraryWithConfig({});
    return withFileAccess(module);
  })();
  return loading;
}

/**
 * `(module (func (export "f") (import "e" "f") (param i32 i32 i32 i32) (result i32)))`: wraps a function so that PDFium
 * can call it.
 */
const CALLABLE = Buffer.from('0061736d0100000001090160047f7f7f7f017f02070101650166000007050101660000', 'hex');
/** PDFium's function table cannot grow, and has one free slot: that of the null pointer. */
const FREE_PLACE = 0;
/** The size of FPDF_FILEACCESS: length, function, and the function's first argument. */
const ACCESS_BYTES = 12;
const NOTHING = new Uint8Array(0);
/**
 * The number of bytes after which a document is reopened before the next page, because an open document keeps
 * everything that was read from it.
 */
const KEPT_BYTES = 8 * 2 ** 20;

/**
 * Gives PDFium access to a file. PDFium requests the parts of a file that it needs, and gets them from the memory block
 * into which the other tasks of this thread read their files. A whole copy in PDFium's own memory, which never shrinks,
 * would make a worker unusable after each large file.
 */
async function withFileAccess(module: PdfiumModule): Promise<Pdfium> {
  const pdfium: Pdfium = { module, access: allocate(module, ACCESS_BYTES), bytes: NOTHING, handed: 0 };
  const read = (caller: number, position: number, target: number, size: number): number => {
    if (caller !== pdfium.access) throw new Error('PDFium called a null pointer.');
    const part = pdfium.bytes.subarray(position >>> 0, (position >>> 0) + (size >>> 0));
    module.HEAPU8.set(part, target >>> 0);
    pdfium.handed += part.length;
    return part.length === size >>> 0 ? 1 : 0;
  };
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(CALLABLE), { e: { f: read } });
  module.wasmExports.__indirect_function_table.set(FREE_PLACE, exports.f);
  return pdfium;
}

/**
 * Limits the allocator. A page of nested forms fills two gigabytes within three seconds, between two checks of the
 * pool, so the limit must be in the allocator. PDFium then finds no memory and aborts, which ends the worker.
 */
function bounded(imports: WasmImports): WasmImports {
  const grow: unknown = imports.env?.emscripten_resize_heap;
  if (typeof grow !== 'function') throw new Error('This build of PDFium requests memory in an unsupported way.');
  const emscripten_resize_heap = (size: number): unknown => {
    isFull = size >>> 0 > MAX_HEAP_BYTES;
    return isFull ? 0 : Reflect.apply(grow, undefined, [size]);
  };
  return { ...imports, env: { ...imports.env, emscripten_resize_heap } };
}

/** Returns the memory that PDFium uses in this thread, in bytes. Returns 0 before its first use. */
export async function pdfiumHeapBytes(): Promise<number> {
  return loading === undefined ? 0 : (await loading).module.HEAPU8.length;
}

/**
 * Opens `source`, passes page `number` (from 1) to `use` and closes everything again. Throws PdfiumError if the page
 * does not exist or the file cannot be read, and PdfSourceError if the file is missing.
 */
export function withPage<Result>(
  source: LocalSource,
  number: number,
  use: (page: PdfiumPage) => Result,
): Promise<Result> {
  return withDocument(source, (_pages, open) => open(number, use));
}

/** Opens any number of pages of `source`. `open` passes a page to its function. `password` opens an encrypted file. */
export async function withDocument<Result>(
  source: LocalSource,
  work: DocumentWork<Result>,
  password?: string,
): Promise<Result> {
  const loaded = await pdfium();
  isFull = false;
  try {
    return workOn(loaded, source, work, password);
  } catch (cause) {
    throw isFull ? new RangeError('PDFium has no memory left.', { cause }) : cause;
  }
}

type DocumentWork<Result> = (
  pages: number,
  open: <Found>(number: number, use: (page: PdfiumPage) => Found) => Found,
) => Result;

function workOn<Result>(
  pdfium: Pdfium,
  source: LocalSource,
  work: DocumentWork<Result>,
  password: string | undefined,
): Result {
  const { module } = pdfium;
  pdfium.bytes = readSource(source);
  let document = 0;
  const close = (): void => {
    if (document !== 0) module._FPDF_CloseDocument(document);
    document = 0;
  };
  const reopen = (): void => {
    close();
    document = openDocument(pdfium, password);
  };
  try {
    reopen();
    const pages = module._FPDF_GetPageCount(document);
    return work(pages, (number, use) => {
      if (pdfium.handed > KEPT_BYTES) reopen();
      const page = number >= 1 && number <= pages ? module._FPDF_LoadPage(document, number - 1) : 0;
      if (page === 0) throw new PdfiumError('page_out_of_range', `There is no page ${number}.`);
      try {
        return use(new PdfiumPage(module, document, page));
      } finally {
        module._FPDF_ClosePage(page);
      }
    });
  } finally {
    close();
    pdfium.bytes = NOTHING;
  }
}

function openDocument(pdfium: Pdfium, password: string | undefined): number {
  const { module, access, bytes } = pdfium;
  pdfium.handed = 0;
  const fields = new DataView(module.HEAPU8.buffer, access, ACCESS_BYTES);
  fields.setUint32(0, bytes.length, true);
  fields.setUint32(4, FREE_PLACE, true);
  fields.setUint32(8, access, true);
  const words = password === undefined ? 0 : textIn(module, password);
  try {
    const document = module._FPDF_LoadCustomDocument(access, words);
    if (document === 0) throw openError(module._FPDF_GetLastError());
    return document;
  } finally {
    if (words !== 0) module.wasmExports.free(words);
  }
}

/** Kinds of page objects. */
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const MAX_FORM_DEPTH = 8;
/** Longer names of form fields are truncated. */
const WIDGET_TEXT_BYTES = 1024;

/** An open page, valid only inside `withPage`. */
export class PdfiumPage {
  readonly #module: PdfiumModule;
  readonly #document: number;
  readonly #page: number;
  #size: PageSize | undefined;

  constructor(module: PdfiumModule, document: number, page: number) {
    this.#module = module;
    this.#document = document;
    this.#page = page;
  }

  get size(): PageSize {
    this.#size ??= {
      width: this.#module._FPDF_GetPageWidth(this.#page),
      height: this.#module._FPDF_GetPageHeight(this.#page),
    };
    return this.#size;
  }

  /** The number of objects on the page as PDFium has parsed it: texts, paths, images, shadings, forms. */
  get objectCount(): number {
    return this.#module._FPDFPage_CountObjects(this.#page);
  }

  /** True if the page has an image or a shading, even inside a form. */
  get hasPictures(): boolean {
    const module = this.#module;
    const holds = (count: number, get: (index: number) => number, depth: number): boolean => {
      for (let index = 0; index < count; index += 1) {
        const object = get(index);
        const type = module._FPDFPageObj_GetType(object);
        if (type === IMAGE || type === SHADING) return true;
        const isForm = type === FORM && depth < MAX_FORM_DEPTH;
        const inner = isForm ? module._FPDFFormObj_CountObjects(object) : 0;
        if (inner > 0 && holds(inner, (at) => module._FPDFFormObj_GetObject(object, at), depth + 1)) return true;
      }
      return false;
    };
    return holds(this.objectCount, (index) => module._FPDFPage_GetObject(this.#page, index), 0);
  }

  /** Returns the boxes of lines, rectangles and other paths, even inside forms, at most `limit`. */
  paths(limit: number): PageBox[] {
    const module = this.#module;
    const boxes: PageBox[] = [];
    const scratch = allocate(module, 32);
    const floats = (count: number): number[] => {
      const view = new DataView(module.HEAPU8.buffer, scratch, 32);
      return Array.from({ length: count }, (_, at) => view.getFloat32(at * 4, true));
    };
    const visit = (count: number, get: (index: number) => number, matrix: Matrix, depth: number): void => {
      for (let index = 0; index < count && boxes.length < limit; index += 1) {
        const object = get(index);
        const type = module._FPDFPageObj_GetType(object);
        if (type === FORM && depth < MAX_FORM_DEPTH && module._FPDFPageObj_GetMatrix(object, scratch) !== 0) {
          const own = floats(6) as unknown as Matrix;
          const inner = module._FPDFFormObj_CountObjects(object);
          visit(inner, (at) => module._FPDFFormObj_GetObject(object, at), product(own, matrix), depth + 1);
        } else if (type === PATH && bounds(object)) {
          const [left = 0, bottom = 0, right = 0, top = 0] = floats(4);
          const [x1, y1] = this.#displayed(...moved(left, top, matrix), scratch);
          const [x2, y2] = this.#displayed(...moved(right, bottom, matrix), scratch);
          boxes.push(boxBetween(x1, y1, x2, y2));
        }
      }
    };
    const bounds = (object: number): boolean =>
      module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0;
    try {
      visit(this.objectCount, (index) => module._FPDFPage_GetObject(this.#page, index), [1, 0, 0, 1, 0, 0], 0);
      return boxes;
    } finally {
      module.wasmExports.free(scratch);
    }
  }

  /** Returns the form fields of the page, at most `limit`. */
  widgets(limit: number): PageWidget[] {
    const module = this.#module;
    const widgets: PageWidget[] = [];
    const count = Math.min(module._FPDFPage_GetAnnotCount(this.#page), limit);
    if (count === 0) return widgets;
    const scratch = allocate(module, WIDGET_TEXT_BYTES);
    const read = (get: (buffer: number, length: number) => number): string => {
      // The length includes the terminating zero.
      const length = Math.min(get(scratch, WIDGET_TEXT_BYTES), WIDGET_TEXT_BYTES) - 2;
      return length <= 0 ? '' : Buffer.from(module.HEAPU8.subarray(scratch, scratch + length)).toString('utf16le');
    };
    try {
      this.#withForm((form) => {
        for (let index = 0; index < count && form !== 0; index += 1) {
          const annotation = module._FPDFPage_GetAnnot(this.#page, index);
          if (annotation === 0) continue;
          try {
            const type = module._FPDFAnnot_GetFormFieldType(form, annotation);
            const box = module._FPDFAnnot_GetRect(annotation, scratch) === 0 ? undefined : this.#boxAt(scratch);
            if (type <= 0 || box === undefined) continue;
            widgets.push({
              type,
              box,
              name: read((...to) => module._FPDFAnnot_GetFormFieldName(form, annotation, ...to)),
              description: read((...to) => module._FPDFAnnot_GetFormFieldAlternateName(form, annotation, ...to)),
              isReadOnly: (module._FPDFAnnot_GetFormFieldFlags(form, annotation) & 1) !== 0,
            });
          } finally {
            module._FPDFPage_CloseAnnot(annotation);
          }
        }
      });
      return widgets;
    } finally {
      module.wasmExports.free(scratch);
    }
  }

  /**
   * Draws the page on white, with annotations and form fields as a reader shows them. Returns RGBA, `width * height *
   * 4` bytes.
   */
  picture(width: number, height: number): Buffer {
    const module = this.#module;
    const data = allocate(module, width * height * 4);
    const bitmap = module._FPDFBitmap_CreateEx(width, height, FORMAT_BGRA, data, width * 4);
    try {
      if (bitmap === 0) throw new PdfiumError('page_too_large', 'The page image is too large.');
      module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
      this.#withForm((form) => {
        module._FPDF_RenderPageBitmap(bitmap, this.#page, 0, 0, width, height, 0, FLAG_ANNOTATIONS | FLAG_RGBA_ORDER);
        if (form !== 0) module._FPDF_FFLDraw(form, bitmap, this.#page, 0, 0, width, height, 0, FLAG_RGBA_ORDER);
      });
      return Buffer.from(module.HEAPU8.subarray(data, data + width * height * 4));
    } finally {
      if (bitmap !== 0) module._FPDFBitmap_Destroy(bitmap);
      module.wasmExports.free(data);
    }
  }

  /** Returns every character in the order in which PDFium reads them, at most `limit`. */
  characters(limit: number): PageCharacter[] {
    return this.withText(limit, (codePoints, boxOf) =>
      codePoints.map((codePoint, index) => ({ codePoint, box: boxOf(index) })),
    );
  }

  /** Passes the code points of the text to `use`, at most `limit`, and a function that returns the box of each. */
  withText<Result>(
    limit: number,
    use: (codePoints: readonly number[], boxOf: (index: number) => PageBox | undefined) => Result,
  ): Result {
    const module = this.#module;
    const text = module._FPDFText_LoadPage(this.#page);
    if (text === 0) return use([], () => undefined);
    const scratch = allocate(module, 16);
    try {
      const length = Math.min(module._FPDFText_CountChars(text), limit);
      const codePoints = Array.from({ length }, (_, index) => module._FPDFText_GetUnicode(text, index));
      return use(codePoints, (index) =>
        module._FPDFText_GetLooseCharBox(text, index, scratch) === 0 ? undefined : this.#boxAt(scratch),
      );
    } finally {
      module.wasmExports.free(scratch);
      module._FPDFText_ClosePage(text);
    }
  }

  /** Draws widgets (form fields). Only the form-fill environment draws them, and they are not drawn with the page. */
  #withForm(draw: (form: number) => void): void {
    const module = this.#module;
    const info = allocate(module, FORM_INFO_BYTES);
    module.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
    module.HEAPU8[info] = FORM_INFO_VERSION;
    const form = module._FPDFDOC_InitFormFillEnvironment(this.#document, info);
    try {
      if (form !== 0) {
        module._FPDF_SetFormFieldHighlightAlpha(form, 0);
        module._FORM_OnAfterLoadPage(this.#page, form);
      }
      draw(form);
      if (form !== 0) module._FORM_OnBeforeClosePage(this.#page, form);
    } finally {
      if (form !== 0) module._FPDFDOC_ExitFormFillEnvironment(form);
      module.wasmExports.free(info);
    }
  }

  /** Converts FS_RECTF (left, top, right, bottom in the page's own space) to a box on the page as displayed. */
  #boxAt(rect: number): PageBox | undefined {
    const view = new DataView(this.#module.HEAPU8.buffer, rect, 16);
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as [
      number,
      number,
      number,
      number,
    ];
    if (left === right && top === bottom) return undefined;
    const [x1, y1] = this.#displayed(left, top, rect);
    const [x2, y2] = this.#displayed(right, bottom, rect);
    return boxBetween(x1, y1, x2, y2);
  }

  #displayed(pageX: number, pageY: number, scratch: number): [number, number] {
    const module = this.#module;
    const { width, height } = this.size;
    const device = [Math.round(width * DEVICE_PER_POINT), Math.round(height * DEVICE_PER_POINT)] as const;
    module._FPDF_PageToDevice(this.#page, 0, 0, device[0], device[1], 0, pageX, pageY, scratch, scratch + 4);
    const view = new DataView(module.HEAPU8.buffer, scratch, 8);
    return [view.getInt32(0, true) / DEVICE_PER_POINT, view.getInt32(4, true) / DEVICE_PER_POINT];
  }
}

/** The matrix a, b, c, d, e, f of ISO 32000-2 8.3.4. */
type Matrix = readonly [number, number, number, number, number, number];

const moved = (x: number, y: number, [a, b, c, d, e, f]: Matrix): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Returns the matrix that applies `one` first, then `two`. */
function product(one: Matrix, two: Matrix): Matrix {
  const [a, b] = moved(one[0], one[1], [two[0], two[1], two[2], two[3], 0, 0]);
  const [c, d] = moved(one[2], one[3], [two[0], two[1], two[2], two[3], 0, 0]);
  return [a, b, c, d, ...moved(one[4], one[5], two)];
}

const boxBetween = (x1: number, y1: number, x2: number, y2: number): PageBox => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

function allocate(module: PdfiumModule, size: number): number {
  const pointer = module.wasmExports.malloc(size);
  if (pointer === 0) throw new RangeError('PDFium has no memory left.');
  return pointer;
}

/** Reads a C string in UTF-8. */
function textIn(module: PdfiumModule, text: string): number {
  const bytes = Buffer.from(`${text}\0`, 'utf8');
  const pointer = allocate(module, bytes.length);
  module.HEAPU8.set(bytes, pointer);
  return pointer;
}

function openError(code: number): PdfiumError {
  if (code === ERROR_PASSWORD || code === ERROR_SECURITY) return new PdfiumError('encrypted', 'The file is encrypted.');
  return new PdfiumError('damaged', 'The file cannot be read as a PDF.');
}
