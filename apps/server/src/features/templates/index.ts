export { folded } from './content.ts';
export type { TemplateRow } from './store.ts';
export { type Instance, prepareInstance, type PreparedInstance, writeInstance } from './instance.ts';
export { loadTemplate } from './view.ts';
