/** Stored files: whether they are what was stored, and whether anything names them. */
export { Damage, listDamaged } from './damage.ts';
export { type MoveDependencies, moveFiles } from './move-files.ts';
export { listStorage, type OrganizationStorage, setQuota } from './quota.ts';
export { blobRecords } from './records.ts';
