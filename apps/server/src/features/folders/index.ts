export { selectFolder } from './store.ts';
