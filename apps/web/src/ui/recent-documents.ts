/**
 * The documents that a person last opened in this browser. Only their IDs are stored, because titles are confidential.
 */
import { ENVIRONMENT } from '../api/environment.ts';

const KEPT = 6;
const ID = /^doc_[0-9a-z]{26}$/;
const keyOf = (userId: string): string => `countersign.recent.${ENVIRONMENT}.${userId}`;

export function recentDocuments(userId: string): string[] {
  const ids = localStorage.getItem(keyOf(userId))?.split(',') ?? [];
  return ids.filter((id) => ID.test(id)).slice(0, KEPT);
}

export function rememberDocument(userId: string, id: string): void {
  const others = recentDocuments(userId).filter((other) => other !== id);
  localStorage.setItem(keyOf(userId), [id, ...others].slice(0, KEPT).join(','));
}
