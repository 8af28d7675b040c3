/**
 * Selects the consent text for a signer: the text in the signer's language that was in force when the document was
 * sent. It stays the same from the first view to the signature (ADR 66).
 */
import { languageOf } from '@countersign/contract/languages';
import { type Consent, SHIPPED, shippedAt } from './shipped.ts';

/**
 * Returns the English text if the locale has no supported language.
 * @param own the organization's texts that were in force when the document was sent
 * @param sentAt when the document was sent; null selects the newest text
 */
export function consentFor(locale: string | null, own: readonly Consent[], sentAt: Date | null): Consent {
  const language = languageOf([locale ?? '']) ?? 'en';
  const consent = [...own, ...(sentAt === null ? SHIPPED : shippedAt(sentAt))].find((one) => one.language === language);
  if (!consent) throw new Error(`there is no consent text in ${language}`);
  return consent;
}

/** @param own the organization's texts, including texts that are not in force */
export function consentOf(sha256: string, own: readonly Consent[]): Consent | undefined {
  return [...own, ...SHIPPED].find((consent) => consent.sha256 === sha256);
}
