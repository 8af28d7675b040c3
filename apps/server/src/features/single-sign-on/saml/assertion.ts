/**
 * Reads a signed assertion, and checks that it is meant for this service and this sign-in, and that it is currently
 * valid (SAML profiles §4.1.4.2, §4.1.4.3). Reads only the canonical text that the signature covers.
 */
import { SsoRefusal } from '../refusal.ts';
import { BEARER, NS, TRANSIENT } from './names.ts';
import { attribute, childrenNamed, childrenOf, type Element, named, parseStrict, plainText } from './xml.ts';

export type AssertionExpectations = {
  idpEntityId: string;
  /** The entity ID of this service, which the assertion must name as its audience. */
  audience: string;
  acsUrl: string;
  /** The ID of the request from this service. Undefined for an unsolicited response, which must not name a request. */
  requestId: string | undefined;
  now: Date;
};
export type ReadAssertion = {
  id: string;
  /** The assertion is refused after this time anyway, so its ID need not be stored longer. */
  forgetAt: Date;
  nameId: string;
  /** The NameID if it is permanent. Null if it is transient. */
  subject: string | null;
  attributes: ReadonlyMap<string, readonly string[]>;
  /** The provider's authentication methods (AuthnContextClassRef). */
  contexts: readonly string[];
  /** The time when the provider last authenticated the person (AuthnInstant). */
  authenticatedAt: Date;
};

/** The allowed difference between our clock and the provider's. */
const SKEW_MS = 60_000;
/** The maximum age of an assertion. An older assertion was not issued for this sign-in. */
const MAX_AGE_MS = 5 * 60_000;

/** @throws SsoRefusal */
export function readAssertion(signedText: string, expected: AssertionExpectations): ReadAssertion {
  const root = parseStrict(signedText);
  const id = attribute(root, 'ID');
  if (!named(root, NS.assertion, 'Assertion') || id === undefined || attribute(root, 'Version') !== '2.0')
    throw new SsoRefusal('not-a-response');
  if (plainText(one(root, 'Issuer', 'other-issuer')) !== expected.idpEntityId) throw new SsoRefusal('other-issuer');
  const issued = time(attribute(root, 'IssueInstant'));
  const now = expected.now.getTime();
  if (issued > now + SKEW_MS) throw new SsoRefusal('not-yet-valid');
  if (issued < now - MAX_AGE_MS - SKEW_MS) throw new SsoRefusal('expired');
  checkConditions(one(root, 'Conditions', 'other-audience'), expected);
  const subject = one(root, 'Subject', 'no-subject');
  const nameIds = childrenNamed(subject, NS.assertion, 'NameID');
  const [element] = nameIds;
  const nameId = element && plainText(element);
  if (nameIds.length !== 1 || !element || !nameId) throw new SsoRefusal('no-subject');
  checkConfirmations(childrenNamed(subject, NS.assertion, 'SubjectConfirmation'), expected);
  const statements = childrenNamed(root, NS.assertion, 'AuthnStatement');
  checkStatements(statements, now);
  const isTransient = attribute(element, 'Format') === TRANSIENT;
  return {
    id,
    forgetAt: new Date(issued + MAX_AGE_MS + 2 * SKEW_MS),
    nameId,
    subject: isTransient ? null : nameId,
    attributes: readAttributes(root),
    contexts: statements.flatMap(readContexts),
    // If there are several statements, the oldest one counts, because each of them must be recent enough.
    authenticatedAt: new Date(Math.min(...statements.map((statement) => time(attribute(statement, 'AuthnInstant'))))),
  };
}

function checkConditions(conditions: Element, { audience, now }: AssertionExpectations): void {
  checkPeriod(conditions, now);
  const restrictions = childrenNamed(conditions, NS.assertion, 'AudienceRestriction');
  // SAML core §2.5.1.4: if there are several restrictions, all must hold. Within one restriction, any audience
  // suffices.
  const holds = (restriction: Element) =>
    childrenNamed(restriction, NS.assertion, 'Audience').some((element) => plainText(element) === audience);
  if (restrictions.length === 0 || !restrictions.every(holds)) throw new SsoRefusal('other-audience');
}

/** Requires at least one bearer confirmation that is for this service and this request and has not expired. */
function checkConfirmations(confirmations: readonly Element[], expected: AssertionExpectations): void {
  const refusals = confirmations
    .filter((confirmation) => attribute(confirmation, 'Method') === BEARER)
    .map((confirmation) => {
      try {
        checkBearer(one(confirmation, 'SubjectConfirmationData', 'other-recipient'), expected);
        return undefined;
      } catch (error) {
        if (error instanceof SsoRefusal) return error;
        throw error;
      }
    });
  if (refusals.length === 0) throw new SsoRefusal('other-recipient');
  const [first] = refusals;
  if (!refusals.includes(undefined) && first) throw first;
}

function checkBearer(data: Element, { acsUrl, requestId, now }: AssertionExpectations): void {
  if (attribute(data, 'Recipient') !== acsUrl) throw new SsoRefusal('other-recipient');
  if (attribute(data, 'InResponseTo') !== requestId) throw new SsoRefusal('other-request');
  if (!data.hasAttribute('NotOnOrAfter')) throw new SsoRefusal('expired');
  checkPeriod(data, now);
}

/** The element may have NotBefore, NotOnOrAfter, both or neither. */
function checkPeriod(element: Element, now: Date): void {
  const notBefore = attribute(element, 'NotBefore');
  const notOnOrAfter = attribute(element, 'NotOnOrAfter');
  if (notBefore !== undefined && time(notBefore) > now.getTime() + SKEW_MS) throw new SsoRefusal('not-yet-valid');
  if (notOnOrAfter !== undefined && time(notOnOrAfter) <= now.getTime() - SKEW_MS) throw new SsoRefusal('expired');
}

/** Without an AuthnStatement, the response does not state that the person signed in. */
function checkStatements(statements: readonly Element[], now: number): void {
  if (statements.length === 0) throw new SsoRefusal('no-subject');
  for (const statement of statements) {
    const end = attribute(statement, 'SessionNotOnOrAfter');
    if (end !== undefined && time(end) <= now - SKEW_MS) throw new SsoRefusal('expired');
  }
}

function readContexts(statement: Element): string[] {
  return childrenNamed(statement, NS.assertion, 'AuthnContext')
    .flatMap((context) => childrenNamed(context, NS.assertion, 'AuthnContextClassRef'))
    .map((reference) => plainText(reference) ?? '');
}

function readAttributes(root: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(root, NS.assertion, 'AttributeStatement')) {
    for (const element of childrenNamed(statement, NS.assertion, 'Attribute')) {
      const values = childrenNamed(element, NS.assertion, 'AttributeValue').map(plainText);
      const name = attribute(element, 'Name');
      if (name === undefined) continue;
      found.set(name, [...(found.get(name) ?? []), ...values.filter((value) => value !== undefined)]);
    }
  }
  return found;
}

/** Returns the only child with this name. Throws unless there is exactly one. */
function one(
  parent: Element,
  localName: string,
  otherwise: 'other-issuer' | 'other-audience' | 'no-subject' | 'other-recipient',
): Element {
  const [found, ...more] = childrenOf(parent).filter((child) => child.localName === localName);
  if (!found || more.length > 0 || found.namespaceURI !== NS.assertion) throw new SsoRefusal(otherwise);
  return found;
}

/** Parses an xs:dateTime in UTC (SAML core §1.3.3). Returns milliseconds. */
function time(text: string | undefined): number {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new SsoRefusal('malformed');
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new SsoRefusal('malformed');
  return at;
}
