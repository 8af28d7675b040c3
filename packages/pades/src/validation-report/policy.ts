/**
 * The validation policy that every verdict follows, as reports name it. Its text is docs/understand/validation-policy.txt, whose SHA-256 stands
 * here: whoever has a report can tell which text it means. A change of the policy is a new text, number and hash.
 */
export const VALIDATION_POLICY = {
  identifier: 'urn:oid:2.25.204983411723609177358109921385270394113.3.1',
  name: 'Countersign signature validation policy 1',
  /** Of the text, base64. */
  sha256: '9T4rFnBs41hbZPIK+YlbSUneVWuDS5TKIduZQKI/QjY=',
} as const;
