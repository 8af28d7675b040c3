import { ApiError, createClient, type Fetch } from '@countersign/client';
import { verifyFile } from '@countersign/client/operations';
import type { FileVerification } from '@countersign/contract';

export type Fault = 'size' | 'type' | 'unreadable' | 'busy' | 'offline' | 'other';
export type Checked = { report: FileVerification } | { fault: Fault };

const MAX_BYTES = 50 * 1024 * 1024;
const HEAD_BYTES = 1024;

export async function check(file: File, fetcher: Fetch, signal: AbortSignal): Promise<Checked> {
  if (file.size > MAX_BYTES) return { fault: 'size' };
  try {
    // This error is reported before the file is sent, because a file can be as large as 50 MB.
    const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (!head.includes('%PDF-')) return { fault: 'type' };
    const body = new FormData();
    body.append('file', file);
    return { report: await createClient({ fetch: fetcher }).call(verifyFile, { body }, { signal }) };
  } catch (error) {
    return { fault: error instanceof ApiError && error.status >= 300 ? faultOf(error.status) : 'offline' };
  }
}

export type ReportKind = 'etsi' | 'json';

/** Returns the validation report on a file with its file name, or undefined if it is not available. */
export async function fetchReport(
  file: File,
  kind: ReportKind,
  fetcher: Fetch,
): Promise<{ name: string; content: Blob } | undefined> {
  try {
    const body = new FormData();
    body.append('file', file);
    const content = await createClient({ fetch: fetcher }).file(verifyFile, { query: { report: kind }, body });
    const ending = kind === 'etsi' ? 'xml' : 'json';
    return { name: `${file.name.replace(/\.pdf$/i, '')}-validation-report.${ending}`, content };
  } catch {
    return undefined;
  }
}

function faultOf(status: number): Fault {
  if (status === 413) return 'size';
  if (status === 422) return 'unreadable';
  return status === 429 || status === 503 ? 'busy' : 'other';
}
