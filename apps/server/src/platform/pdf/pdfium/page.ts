/** Reads the contents of an open page, and draws the page. */
import { allocate, PdfiumError, type PdfiumModule } from './functions.ts';
import { boxBetween, type Matrix, moved, type PageBox, type PageSize, product } from './geometry.ts';

export interface PageCharacter {
  readonly codePoint: number;
  /** Absent for characters that PDFium inserted (a space or line break between two words). */
  readonly box: PageBox | undefined;
}

/** A form field as a reader shows it. A field with several widgets is listed once for each. */
export interface PageWidget {
  /** PDFium's number for the type: 1 push button, 2 check box, 3 radio button, 4 and 5 choices, 6 text, 7 signature. */
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
/**
 * The device resolution for converting coordinates. The conversion returns whole numbers, so a fine resolution is
 * needed to preserve hundredths of a point.
 */
const DEVICE_PER_POINT = 100;

const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const MAX_FORM_DEPTH = 8;
/** The maximum length in bytes of text read from a form field. Longer names are truncated. */
const WIDGET_TEXT_BYTES = 1024;

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

  /** The number of objects on the page as PDFium has parsed it: text objects, paths, images, shadings, forms. */
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

  /**
   * Passes to `use` the code points of the text, at most `limit` of them, and a function that returns the box of a code
   * point.
   */
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
