/** Limits that callers meet. */

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
  /** Counting the documents of a state stops here. */
  countedOfState: 1000,
  /** For a member who sees only their own documents, the newest ones are counted. */
  countedOfMember: 10_000,
  views: 50,
  /** Suggested recipients of a member. */
  contacts: 500,
  folders: 200,
  folderDepth: 5,
  /** The maximum for an organization. Everyone's list of folders contains them. */
  sharedFolders: 2000,
  folderDocuments: 10_000,
  tags: 20,
  metadataPairs: 50,
  trashDays: 30,
  embeddedLinkMinutes: 10,
  preparingSessionMinutes: 120,
  drawingMinutes: 10,
  /** The maximum for a drawing sent by a phone, as a data: address. */
  drawingCharacters: 400_000,
  accessCodeTries: 5,
  inPersonMinutes: 30,
  stepCodeMinutes: 10,
  stepCodeTries: 5,
  /** The first one, and three that were requested again. */
  stepCodesAnHour: 4,
  /** Public links of one template. */
  publicLinks: 20,
  /** Documents of a public link within 24 hours, unless its owner sets another limit. */
  publicLinkDocumentsDefault: 50,
  publicLinkDocumentsMax: 1000,
  publicLinkCodeMinutes: 10,
  publicLinkCodeTries: 5,
  /** Codes mailed to one address by the public links of an organization, within an hour and within 24 hours. */
  publicLinkCodesAnHour: 4,
  publicLinkCodesADay: 10,
  /** Codes of public links requested from one network address within an hour. */
  publicLinkCodesOfNetwork: 30,
  /** Codes that a public link mails within 24 hours, for each document of its limit. */
  publicLinkCodesForDocument: 4,
} as const;
