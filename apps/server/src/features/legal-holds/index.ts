export { lockHoldsAlone } from './store.ts';
