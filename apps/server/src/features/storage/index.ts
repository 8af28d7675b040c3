/** Stored files: whether they are what was stored, and whether anything names them. */
export { Damage } from './damage.ts';
export { blobRecords } from './records.ts';
