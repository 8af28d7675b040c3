/** For documents and signing, which tell their package what became of them; use cases are in use-cases.ts. */
export { type Told, weighPackage } from './settle.ts';
export { selectFirstToRemind, selectUnheard, selectVisit, type VisitRow } from './store.ts';
