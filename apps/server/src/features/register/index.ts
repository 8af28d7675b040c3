export type { Outside } from './outside-services.ts';
