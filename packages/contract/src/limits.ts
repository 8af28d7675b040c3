/** Limits that API callers can reach. */

export const LIMITS = {
  scheduleDaysMax: 90,
  uploadBytes: 50 * 1024 * 1024,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  exactTotal: 10_000,
  signers: 100,
  fields: 500,
  expirationDaysDefault: 30,
  expirationDaysMax: 365,
  signatureDataBytes: 1024 * 1024,
  logoBytes: 200 * 1024,
  downloadLinkMinutes: 15,
  signingSessionMinutes: 30,
  bulkDocuments: 100,
  /** The documents in each state are counted only up to this number. */
  countedOfState: 1000,
  /** For members who see only their own documents, only this many of their newest documents are counted. */
  countedOfMember: 10_000,
  views: 50,
  /** The maximum number of past recipients that are suggested to a member. */
  contacts: 500,
  folders: 200,
  folderDepth: 5,
  /**
   * The maximum number of shared folders per organization. The number is limited because every member's list of folders
   * contains all of them.
   */
  sharedFolders: 2000,
  folderDocuments: 10_000,
  tags: 20,
  metadataPairs: 50,
  trashDays: 30,
  embeddedLinkMinutes: 10,
  preparingSessionMinutes: 120,
  drawingMinutes: 10,
  /** The maximum size of a drawing sent from a phone, as a data: URL. */
  drawingCharacters: 400_000,
  accessCodeTries: 5,
  inPersonMinutes: 30,
  stepCodeMinutes: 10,
  stepCodeTries: 5,
  /** One code is sent initially, and three more can be requested. */
  stepCodesAnHour: 4,
  /** The maximum number of public links per template. */
  publicLinks: 20,
  /**
   * The maximum number of documents that a public link creates within 24 hours, unless the owner sets another limit.
   */
  publicLinkDocumentsDefault: 50,
  publicLinkDocumentsMax: 1000,
  publicLinkCodeMinutes: 10,
  publicLinkCodeTries: 5,
  /**
   * The maximum number of codes that an organization's public links send to one address, within an hour and within 24
   * hours.
   */
  publicLinkCodesAnHour: 4,
  publicLinkCodesADay: 10,
  /** The maximum number of public-link codes that one network address can request within an hour. */
  publicLinkCodesOfNetwork: 30,
  /**
   * The maximum number of codes that a public link sends within 24 hours, for each document that the link may create in
   * that time.
   */
  publicLinkCodesForDocument: 4,
} as const;
