/** TXT records of the DNS: how an organization proves that a domain is its own. */
export type TxtRecords = {
  /** The texts at this name, none for a name without any. Throws when no server answers in time. */
  lookUp(name: string): Promise<string[]>;
};
