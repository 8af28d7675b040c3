/**
 * The nonce of this response, which the server adds to index.html. Without it, the content security policy would refuse
 * the style elements that Mantine adds at run time.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Publishes the nonce. The scroll lock behind dialogs is a separate library that reads its nonce from this global name.
 */
export function publishNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
