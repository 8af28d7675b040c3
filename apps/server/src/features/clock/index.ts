/** Whether the time of this machine can be believed, and the operator's word that it can. */
export { ClockGuard, minute } from './clock-guard.ts';
export { confirmTime, selectClock } from './store.ts';
