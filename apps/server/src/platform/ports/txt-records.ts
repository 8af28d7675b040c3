/** Looks up TXT records in the DNS. An organization uses such a record to prove that it owns a domain. */
export type TxtRecords = {
  /** Returns the TXT values at this name, or none if it has no TXT record. Throws if no server responds in time. */
  lookUp(name: string): Promise<string[]>;
};
