export { loadFonts } from '../appearance/fonts.ts';
export type { FontBook } from '../appearance/fonts.ts';
export { Flow } from './flow.ts';
export type { Picture, Row } from './flow.ts';
export { writeImage } from './image.ts';
export { localMoment, moment } from './moments.ts';
export type { Structure } from './pdf-document.ts';
export { ADDRESS, HASH, NAME, type Pair, paperFor, ReportLayout, SMALL } from './report-layout.ts';
