/** Stored files, and the checks that find damaged and unreferenced ones. */
export { Damage } from './damage.ts';
export { blobRecords } from './records.ts';
