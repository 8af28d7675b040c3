/** Builds multipart/form-data by hand, so that tests can also send malformed bodies. */
export interface Part {
  name: string;
  /** If set, the part is a file with this name, which is written unchanged in UTF-8. */
  filename?: string;
  type?: string;
  content: string | Uint8Array;
}

export const BOUNDARY = '----countersign-test-boundary';
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export function partHead({ name, filename, type }: Omit<Part, 'content'>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const contentType = type ?? (filename === undefined ? undefined : 'application/pdf');
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`}\r\n`;
}

export const MULTIPART_END = `--${BOUNDARY}--\r\n`;

export function multipart(parts: readonly Part[]): Buffer {
  const bytes = parts.flatMap((part) => [Buffer.from(partHead(part)), Buffer.from(part.content), Buffer.from('\r\n')]);
  return Buffer.concat([...bytes, Buffer.from(MULTIPART_END)]);
}

/** Returns the multipart body of an upload: a PDF and text fields. */
export function pdfUpload(
  content: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  filename = 'contract.pdf',
): Buffer {
  const text = Object.entries(fields).map(([name, value]) => ({ name, content: value }));
  return multipart([...text, { name: 'file', filename, content }]);
}
