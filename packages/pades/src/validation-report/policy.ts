/**
 * The validation policy that applies to every verdict and is identified in reports. Its text is
 * docs/understand/validation-policy.txt. The SHA-256 of the text is recorded here, so that a report identifies the
 * exact text. A changed policy gets a new text, number and hash.
 */
export const VALIDATION_POLICY = {
  identifier: 'urn:oid:2.25.204983411723609177358109921385270394113.3.1',
  name: 'Countersign signature validation policy 1',
  /** The SHA-256 of the policy text in base64. */
  sha256: '9T4rFnBs41hbZPIK+YlbSUneVWuDS5TKIduZQKI/QjY=',
} as const;
