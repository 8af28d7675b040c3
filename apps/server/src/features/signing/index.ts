export {
  getPage,
  getPageText,
  getPdf,
  getView,
  markMoment,
  openSession,
  renderPage,
  type PageDependencies,
} from './recipient-page.ts';
export { sealDocumentHandler, type SealDependencies } from './seal-document.ts';
export { SealWaiter } from './seal-waiter.ts';
export { signDocument, type SignDependencies } from './sign-document.ts';
export { Turnstile } from './turnstile.ts';
