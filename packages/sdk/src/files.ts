/** Reads files from any source that programs use, and builds the forms that send them. */

/** A file as a path (Node, Deno and Bun), bytes, a Blob or File, a stream, or bytes with a name. */
export type FileInput =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | AsyncIterable<Uint8Array>
  | { readonly name: string; readonly data: Exclude<FileInput, string | URL | { readonly name: string }> };

/** Opens a file by its path. Not available in browsers, which have no file paths. */
export type OpenFile = (file: string | URL) => Promise<{ name: string; blob: Blob }>;

const UNNAMED = 'document.pdf';

/**
 * Builds the form of an upload. Lists, objects, numbers and booleans are encoded as JSON, as the API expects.
 *
 * @throws TypeError if the file is missing
 */
export async function formOf({ file, ...fields }: { file?: FileInput }, open: OpenFile): Promise<FormData> {
  if (file === undefined) throw new TypeError('The file is missing. Pass a path, bytes, a Blob or a stream as `file`.');
  const form = new FormData();
  for (const [name, value] of Object.entries<unknown>(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const { name, blob } = await readFile(file, open);
  // The file is appended after the fields, so that the server can reject a field before it reads the file.
  form.set('file', blob, name);
  return form;
}

async function readFile(file: FileInput, open: OpenFile): Promise<{ name: string; blob: Blob }> {
  if (typeof file === 'string' || file instanceof URL) return open(file);
  // A File is a Blob with a name.
  if (file instanceof Blob) return { name: nameOf(file), blob: file };
  if (isNamed(file)) return { name: file.name, blob: await blobOf(file.data) };
  return { name: UNNAMED, blob: await blobOf(file) };
}

const nameOf = (blob: Blob): string => ('name' in blob && typeof blob.name === 'string' ? blob.name : UNNAMED);

const isNamed = (file: object): file is Extract<FileInput, { name: string; data: unknown }> => 'data' in file;

async function blobOf(data: Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>): Promise<Blob> {
  if (data instanceof Blob) return data;
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return new Blob([data as Uint8Array<ArrayBuffer>]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of data) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(chunks);
}
