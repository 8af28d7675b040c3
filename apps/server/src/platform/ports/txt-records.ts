/** TXT records of the DNS, with which an organization proves that it owns a domain. */
export type TxtRecords = {
  /** The texts at this name; empty for a name without any. Throws when no server responds in time. */
  lookUp(name: string): Promise<string[]>;
};
