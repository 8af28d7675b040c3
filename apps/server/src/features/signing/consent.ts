/** What a signer agrees to before signing. A changed text is a new version: its hash stands in every signature's audit entry. */
import { sha256Hex } from '../../platform/crypto/tokens.ts';

export const CONSENT = {
  version: '2026-11-01',
  text:
    'I agree to sign this document electronically. I have been able to read it, and I understand that my electronic signature ' +
    'has the effect that the law gives to it, like one on paper. I need not sign this way: I can ask the sender for a paper copy instead. ' +
    'My e-mail address, the time, my network address and browser are recorded as evidence of this signature.',
} as const;

export const CONSENT_HASH = sha256Hex(`${CONSENT.version}\n${CONSENT.text}`);
