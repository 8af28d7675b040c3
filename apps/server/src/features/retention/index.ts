export { replayDocuments } from './erase-retained.ts';
