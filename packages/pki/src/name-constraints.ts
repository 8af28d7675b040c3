import { domainToASCII } from 'node:url';
import type { Certificate } from './certificate.ts';
import type { DistinguishedName } from './names.ts';
import { Oid } from './oids.ts';
import type { GeneralNames, NameConstraints } from './read-extensions.ts';

/**
 * Whether a certificate's names are within a CA's name constraints (RFC 5280 §4.2.1.10, §6.1.3 (b), (c)). For every
 * constrained kind of name, each name must be in a permitted subtree and in no excluded subtree. Kinds that we cannot
 * compare are refused if both the constraint and the certificate contain them.
 */
export function satisfiesNameConstraints(certificate: Certificate, { permitted, excluded }: NameConstraints): boolean {
  const names = constrainedNames(certificate);
  return (
    allowed(names.emails, permitted.emails, excluded.emails, emailInSubtree) &&
    allowed(names.dnsNames, permitted.dnsNames, excluded.dnsNames, dnsInSubtree) &&
    allowed(names.uris, permitted.uris, excluded.uris, uriInSubtree) &&
    allowed(names.directoryNames, permitted.directoryNames, excluded.directoryNames, directoryInSubtree) &&
    !names.otherKinds.some((kind) => permitted.otherKinds.includes(kind) || excluded.otherKinds.includes(kind))
  );
}

function constrainedNames({ subject, extensions }: Certificate): GeneralNames {
  const alternatives = extensions.subjectAltName;
  return {
    // The emailAddress in the subject is used if there is no alternative name (§4.2.1.10).
    emails: alternatives ? alternatives.emails : subject.all(Oid.emailAddress),
    dnsNames: alternatives?.dnsNames ?? [],
    uris: alternatives?.uris ?? [],
    directoryNames: [...(subject.isEmpty ? [] : [subject]), ...(alternatives?.directoryNames ?? [])],
    otherKinds: alternatives?.otherKinds ?? [],
  };
}

function allowed<T>(
  names: readonly T[],
  permitted: readonly T[],
  excluded: readonly T[],
  inSubtree: (name: T, base: T) => boolean,
): boolean {
  return names.every(
    (name) =>
      (permitted.length === 0 || permitted.some((base) => inSubtree(name, base))) &&
      !excluded.some((base) => inSubtree(name, base)),
  );
}

/** A base is one mailbox (`a@host`), all mailboxes of a host, or all mailboxes below a domain (`.domain`). */
function emailInSubtree(email: string, base: string): boolean {
  const at = email.lastIndexOf('@');
  const host = asciiHost(email.slice(at + 1));
  if (!base.includes('@')) return hostInSubtree(host, base.toLowerCase());
  const baseAt = base.lastIndexOf('@');
  return email.slice(0, at) === base.slice(0, baseAt) && host === base.slice(baseAt + 1).toLowerCase();
}

const asciiHost = (host: string): string => (domainToASCII(host) || host).toLowerCase();

const hostInSubtree = (host: string, base: string): boolean =>
  base.startsWith('.') ? host.endsWith(base) && host.length > base.length : host === base;

/** A DNS name is within a base if it is the base itself, or the base with labels added on the left. */
function dnsInSubtree(name: string, base: string): boolean {
  const host = name.toLowerCase();
  const subtree = base.toLowerCase().replace(/^\./, '');
  return subtree === '' || host === subtree || host.endsWith(`.${subtree}`);
}

function uriInSubtree(uri: string, base: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:[\]]+)/i.exec(uri)?.[1];
  return host !== undefined && hostInSubtree(host.toLowerCase(), base.toLowerCase());
}

/** A directory name is within a base if it starts with the base's RDNs. */
function directoryInSubtree(name: DistinguishedName, base: DistinguishedName): boolean {
  const inside = name.comparableRelative;
  return base.comparableRelative.every((rdn, index) => inside[index] === rdn);
}
