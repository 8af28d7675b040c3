export { outsideServices } from './configured-services.ts';
export type { Outside } from './outside-services.ts';
