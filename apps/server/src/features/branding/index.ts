export { type Letterhead, Letterheads } from './letterheads.ts';
export { deleteLogo, type LogoPicture, selectLogo, upsertLogo } from './store.ts';
