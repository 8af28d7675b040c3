/** Stored files, and checks whether they are intact and whether they are referenced. */
export { Damage } from './damage.ts';
export { blobRecords } from './records.ts';
