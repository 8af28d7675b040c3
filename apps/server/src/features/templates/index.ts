export {
  cancelBulkSend,
  failuresCsv,
  getBulkSend,
  listBulkSendRows,
  listBulkSends,
  retryBulkSend,
} from './bulk-sends.ts';
export { deleteTemplate, restoreTemplate, shareTemplate, updateTemplate } from './change-template.ts';
export {
  checkBulkSendFromFile,
  checkBulkSendFromRows,
  createBulkSendFromFile,
  createBulkSendFromRows,
} from './create-bulk-send.ts';
export { createTemplateFromDocument, createTemplateFromFile } from './create-template.ts';
export { getTemplate, getTemplatePage, listTemplates, listTemplateVersions } from './read-templates.ts';
export { replaceTemplateFile } from './replace-file.ts';
export { useTemplate } from './use-template.ts';
