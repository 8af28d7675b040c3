/** For documents and signing, which tell their package what became of them; use cases are in use-cases.ts. */
export { settlePackage } from './settle.ts';
export { selectFirstToRemind, selectUnheard, selectVisit, type VisitRow } from './store.ts';
