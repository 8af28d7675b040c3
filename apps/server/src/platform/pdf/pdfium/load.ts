/** Loads PDFium, limits its memory and lets it read files. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { allocate, type PdfiumModule } from './functions.ts';

/** The part of the WebAssembly standard that is used here, which Node's types lack. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: { readonly f?: unknown } }>;
};
type WasmImports = { readonly env?: Readonly<Record<string, unknown>> };
/** The maximum memory: an image of 36 MB, and the additional memory of a page with photographs. */
const MAX_HEAP_BYTES = 160 * 2 ** 20;
/**
 * `access` is the address of FPDF_FILEACCESS in PDFium's memory, through which PDFium reads the file in `bytes`.
 * `handed` is the number of bytes that PDFium has read.
 */
export type Pdfium = { readonly module: PdfiumModule; readonly access: number; bytes: Uint8Array; handed: number };

let loading: Promise<Pdfium> | undefined;
/** True if the last request for memory was refused. PDFium then aborts, and its state is unusable. */
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
/** PDFium's function table cannot grow. Its only free slot is that of the null pointer. */
const FREE_PLACE = 0;
/** The size of FPDF_FILEACCESS: length, function, and the function's first argument. */
const ACCESS_BYTES = 12;
export const NO_BYTES = new Uint8Array(0);

/**
 * Gives PDFium access to a file. PDFium requests the parts of a file that it needs, and gets them from the memory block
 * into which the other tasks of this thread read their files. A whole copy in PDFium's own memory, which never shrinks,
 * would make a worker unusable after each large file.
 */
async function withFileAccess(module: PdfiumModule): Promise<Pdfium> {
  const pdfium: Pdfium = { module, access: allocate(module, ACCESS_BYTES), bytes: NO_BYTES, handed: 0 };
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
 * Sets a limit in the memory allocator itself, because a page of nested forms fills two gigabytes within three seconds,
 * between two checks by the pool. At the limit, PDFium cannot allocate memory and aborts, which ends the worker.
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

/** Runs work with PDFium. Throws RangeError if PDFium ran out of memory. */
export async function withPdfium<Result>(work: (pdfium: Pdfium) => Result): Promise<Result> {
  const loaded = await pdfium();
  isFull = false;
  try {
    return work(loaded);
  } catch (cause) {
    throw isFull ? new RangeError('PDFium ran out of memory.', { cause }) : cause;
  }
}

/** Gives PDFium the length of the file in `bytes`, and a function to read it. */
export function offerFile(pdfium: Pdfium): void {
  const { module, access, bytes } = pdfium;
  pdfium.handed = 0;
  const fields = new DataView(module.HEAPU8.buffer, access, ACCESS_BYTES);
  fields.setUint32(0, bytes.length, true);
  fields.setUint32(4, FREE_PLACE, true);
  fields.setUint32(8, access, true);
}
