export { folded } from './content.ts';
export { lockTemplate, selectTemplate, type TemplateRow } from './store.ts';
export {
  checkInstance,
  type Instance,
  makeDocument,
  prepareInstance,
  type PreparedInstance,
  writeInstance,
} from './instance.ts';
export { loadTemplate, templateNotFound } from './view.ts';
