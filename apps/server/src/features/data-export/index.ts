export { endExportsOf } from './end-exports.ts';
