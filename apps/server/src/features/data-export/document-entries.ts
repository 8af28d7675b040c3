/** The files of one document in an export: its data, current PDF, certificate of completion, attachments and trail. */
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../platform/errors.ts';
import { fittingName } from '../../platform/file-name.ts';
import type { Pieces } from '../../platform/zip/zip-writer.ts';
import { certificateOf } from '../completion-certificate/index.ts';
import { openDocumentFile, streamDocumentFile } from '../document-core/index.ts';
import { selectAuditEntries } from '../../platform/audit/entries.ts';
import type { BuildDependencies } from './build-export.ts';
import { type ExportEntry, jsonFile, linesFile } from './section.ts';
import type { DocumentExportRow } from './data-store.ts';

/** The maximum size of a file that is read at once and held in memory while it is written. */
const IN_MEMORY = 2 ** 20;

/**
 * @param isWhole if true, includes the certificate of completion and the complete audit trail, which contain data about
 * every recipient. If false, the export contains only the entries of one person.
 */
export function documentEntries(
  dependencies: BuildDependencies,
  tenantId: string,
  row: DocumentExportRow,
  { isWhole, mine }: { isWhole: boolean; mine?: ExportEntry },
): ExportEntry[] {
  const { uow, blobs } = dependencies;
  const { id, json, has_file: hasFile, has_certificate: hasCertificate, attachments } = row;
  const folder = `documents/${id}`;
  const trail: ExportEntry = {
    path: `${folder}/audit.jsonl`,
    read: async () => {
      const entries = await uow.readReplica(tenantId, selectAuditEntries(tenantId, id));
      return linesFile(
        '',
        entries.map(({ bytes }) => bytes),
      ).read();
    },
  };
  // The document was erased, so only the trail remains. It contains no personal data in plain text.
  if (json === null) return [jsonFile(`${folder}/erased.json`, { id, erased_at: row.erased_at }), trail];
  const attached = attachments.map(({ filename, blob_id: blob, size_bytes: size }, index): ExportEntry => ({
    // The attachments are numbered, because two signers may attach files with the same name.
    path: `${folder}/attachments/${index + 1}-${fittingName(filename).replaceAll('/', '_')}`,
    read: async () => ({ size, open: () => blobs.stream(`${tenantId}/${blob}`) }),
  }));
  const pdf: ExportEntry = {
    path: `${folder}/document.pdf`,
    read: async (): Promise<Pieces> => {
      const file = await openDocumentFile(uow, tenantId, id);
      const open = () => streamDocumentFile(blobs, file, { start: 0, end: file.size - 1 });
      if (file.size > IN_MEMORY) return { size: file.size, open };
      const bytes = await buffer(open());
      return { size: file.size, open: () => once(bytes) };
    },
  };
  const certificate: ExportEntry = {
    path: `${folder}/certificate.pdf`,
    read: async (): Promise<Pieces> => {
      const found = await certificateOf(dependencies, tenantId, id);
      if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
      return { size: found.bytes.length, open: () => once(found.bytes) };
    },
  };
  return [
    jsonFile(`${folder}/document.json`, json),
    ...(hasFile ? [pdf] : []),
    ...(isWhole && hasCertificate ? [certificate] : []),
    ...attached,
    ...(isWhole ? [trail] : []),
    ...(mine ? [mine] : []),
  ];
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
