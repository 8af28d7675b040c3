/** Replaces the file of a template. Creates a new version with the fields that fit on the new pages. */
import type { FieldFault, Id, Template, TemplateField, TemplateFileForm } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import { writeBlob } from '../../platform/blobs/blob-keys.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import {
  findAnchorsAndTags,
  fitFields,
  type FoundText,
  planSend,
  acceptUpload,
  type UploadDependencies,
} from '../documents/index.ts';
import type { PageSize } from '../document-core/index.ts';
import { note, refuseOthers, refuseOutdated, save, withTemplate } from './change-template.ts';
import { bindRoles, checkContent, placeholderPerson } from './content.ts';
import { variablesOf, writeFile } from './create-template.ts';
import { insertVersion, type TemplateContent } from './store.ts';
import { loadTemplate } from './view.ts';

type Upload = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<TemplateFileForm> };
type Replaced = { template: Template; removed: FieldFault[] };

/**
 * Replaces the file of a template. Existing documents and running bulk sends keep the file of the version that they
 * use.
 */
export async function replaceTemplateFile(
  dependencies: UploadDependencies,
  context: RequestContext<MemberPrincipal>,
  id: Id<'template'>,
  upload: Upload,
): Promise<Replaced> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId, userId } = principal;
  // The template is checked first, so that an invalid request does not cause up to 50 MB to be read. The fields below
  // are checked against this version of the template.
  const before = await loadTemplate(uow, principal, id);
  refuseOthers(principal, before);
  return acceptUpload(dependencies, principal, upload, async (file, { version: expected, removeUnfitting }) => {
    refuseOutdated(before, expected);
    const { blobId: blob_id, size: size_bytes, sha256, filename, pages } = file;
    const { fields: placed } = bindRoles(before.content, placeholderPerson(before.content.roles));
    const source = { blob_id, size_bytes, sha256, filename };
    const found = await findAnchorsAndTags(dependencies, taskOwner(principal), source, { fields: placed });
    const { fields, unfitting } = fit(before.content, pages, uow.now(), found);
    const [first, ...more] = unfitting;
    if (first && !removeUnfitting) throw new ValidationError(first, ...more);
    const content = checkContent(pages, { ...before.content, fields }, uow.now());
    const readable = await variablesOf(dependencies, context, file);
    const template = await withTemplate(uow, context, id, async (tx, row) => {
      // A change made while the file was uploaded is not overwritten.
      refuseOutdated(row, before.version);
      const version = row.version + 1;
      writeBlob(tx, tenantId, id, file);
      writeFile(tx, tenantId, id, { version, ...readable });
      save(tx, tenantId, { ...row, version });
      tx.write(
        insertVersion({
          tenantId,
          templateId: id,
          version,
          fileVersion: version,
          name: row.name,
          content: JSON.stringify(content),
          madeBy: userId,
          createdAt: tx.now,
        }),
      );
      const data = { version, sha256, size_bytes, removed_fields: unfitting.length };
      await note(uow, tx, context, { action: 'template.file-replaced', id, data });
    });
    return { template, removed: unfitting };
  });
}

/** Each field is checked separately, as in sending, because an error in one field does not affect the others. */
const fit = (
  { roles, fields }: Pick<TemplateContent, 'roles' | 'fields'>,
  pages: PageSize[],
  now: Date,
  found: FoundText | undefined,
): { fields: TemplateField[]; unfitting: FieldFault[] } =>
  fitFields(fields, (alone) =>
    planSend({ pages }, bindRoles({ roles, fields: [alone] }, placeholderPerson(roles)), now, found),
  );
