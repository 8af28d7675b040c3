/** TXT records of the DNS, with which an organization proves that it owns a domain. */
export type TxtRecords = {
  /** The texts at this name; empty if there are none. Throws if no server responds in time. */
  lookUp(name: string): Promise<string[]>;
};
