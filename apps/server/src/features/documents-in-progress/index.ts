export { voidForDeletion } from './void-document.ts';
