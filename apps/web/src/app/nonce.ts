/**
 * The nonce of this response, which the server put into index.html: without it the content security policy refuses
 * the style elements that the kit adds at run time.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** The scroll lock behind dialogs is a library of its own, which looks for its nonce under this global name. */
export function publishNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
