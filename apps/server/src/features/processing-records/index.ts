export { outsideServices } from './configured-services.ts';
export type { OutsideHost } from './outside-services.ts';
