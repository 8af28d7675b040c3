/** SQL for the fields of documents. */
import type { FieldKind, Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';
import type { FieldSettings } from '../field-value.ts';

export type FieldRow = {
  id: Id<'field'>;
  position: number;
  signer_id: Id<'signer'>;
  kind: FieldKind;
  pdf_name: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  required: boolean;
  label: string | null;
  value: string | null;
  settings: FieldSettings;
};
export const selectFieldsOf = namedStatement<
  FieldRow & { document_id: string },
  { tenantId: string; documentIds: readonly string[] }
>(
  'fields-select-several',
  'select * from fields where tenant_id = :tenantId and document_id = any (:documentIds::text[]) order by document_id, position',
);
export const selectFields = namedStatement<FieldRow, { tenantId: string; documentId: string }>(
  'fields-select',
  'select * from fields where tenant_id = :tenantId and document_id = :documentId order by position',
);
export const insertField = namedStatement<
  unknown,
  {
    tenantId: string;
    documentId: string;
    id: string;
    position: number;
    signerId: string;
    kind: string;
    pdfName: string;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
    required: boolean;
    label: string | null;
    settings: string;
    value: string | null;
  }
>(
  'field-insert',
  `insert into fields (tenant_id, document_id, id, position, signer_id, kind, pdf_name, page, x, y, width, height, required, label, settings, value)
   values (:tenantId, :documentId, :id, :position, :signerId, :kind, :pdfName, :page, :x, :y, :width, :height, :required, :label, :settings, :value)`,
);
export const updateFieldValue = namedStatement<
  unknown,
  { tenantId: string; documentId: string; fieldId: string; value: string }
>(
  'field-value',
  'update fields set value = :value where tenant_id = :tenantId and document_id = :documentId and id = :fieldId',
);
