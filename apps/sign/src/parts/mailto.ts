/**
 * Builds a mailto: URL. The address and the subject come from the sender's account. They are fully encoded, so they
 * cannot add headers (RFC 6068 §5).
 */
export function mailto(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}
