/**
 * Which text a signer is given: the one that was in force in their language when the document was sent, so it stays the same from the
 * first look to the signature (ADR 66).
 */
import { languageOf } from '@countersign/contract/languages';
import { type Consent, SHIPPED, shippedAt } from './shipped.ts';

/**
 * English unless the locale is a language of ours.
 * @param own texts of the organization that were in force when the document was sent
 * @param sentAt when that was; null takes the newest text
 */
export function consentFor(locale: string | null, own: readonly Consent[], sentAt: Date | null): Consent {
  const language = languageOf([locale ?? '']) ?? 'en';
  const consent = [...own, ...(sentAt === null ? SHIPPED : shippedAt(sentAt))].find((one) => one.language === language);
  if (!consent) throw new Error(`there is no consent in ${language}`);
  return consent;
}

/** @param own the texts of the organization, in force or not */
export function consentOf(sha256: string, own: readonly Consent[]): Consent | undefined {
  return [...own, ...SHIPPED].find((consent) => consent.sha256 === sha256);
}
