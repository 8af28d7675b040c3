export { attachFile, detachFile } from './attach-file.ts';
export { getAttachment, listAttachments } from './read-attachments.ts';
