export { initializeAtStart } from './at-start.ts';
