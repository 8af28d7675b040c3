export { addTrustAnchor, listTrustAnchors, removeTrustAnchor } from './anchors.ts';
export { TrustStore } from './trust-store.ts';
