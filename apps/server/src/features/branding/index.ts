export { type SenderBranding, DocumentBranding } from './document-branding.ts';
export { deleteLogo, type LogoPicture, selectLogo, upsertLogo } from './store.ts';
