/** SQL of the fields of documents. */
import { type FieldKind, type Id } from '@countersign/contract';
import { namedStatement, statement } from '../../../platform/db/statement.ts';
import { type FieldSettings } from '../field-value.ts';

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
export const selectFieldsOf = statement<FieldRow & { document_id: string }, [tenant: string, ids: readonly string[]]>(
  'fields-select-several',
  'select * from fields where tenant_id = $1 and document_id = any ($2::text[]) order by document_id, position',
);
export const selectFields = statement<FieldRow, [tenant: string, document: string]>(
  'fields-select',
  'select * from fields where tenant_id = $1 and document_id = $2 order by position',
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
export const updateFieldValue = statement<unknown, [tenant: string, id: string, value: string]>(
  'field-value',
  'update fields set value = $3 where tenant_id = $1 and id = $2',
);
