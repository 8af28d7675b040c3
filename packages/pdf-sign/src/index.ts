export { PdfError } from './errors.ts';
export type { PdfErrorCode } from './errors.ts';

export { inspectPdf } from './reader/inspect.ts';
export type {
  ActiveContent,
  ActiveKind,
  Encryption,
  Inspection,
  Opening,
  PageInfo,
  Permissions,
} from './reader/inspect.ts';

export { readAttachedFile } from './reader/attached-file.ts';

export { compactPdf, findDamage, repairPdf, stripPdf } from './rewrite/rewrite.ts';
export { findUnreadContent } from './rewrite/unread-content.ts';
export { readSignatureLook } from './rewrite/signature-look.ts';
export type { SignatureLook } from './rewrite/signature-look.ts';
export type { Repaired, RepairKind, Rewritten } from './rewrite/rewrite.ts';

export { planForm } from './form-appearances/plan.ts';
export type { AppearancePlan, FormPlan } from './form-appearances/plan.ts';
export type { FieldFont } from './form-appearances/field-font.ts';
export type { FieldFrame, FieldType } from './form-appearances/field-style.ts';

export { readState } from './read-state.ts';
export type { RevisionState } from './state.ts';

export { prepareSend } from './writer/send.ts';
export { signaturePageLayout } from './writer/signature-page.ts';
export type { SignaturePageLayout } from './writer/signature-page.ts';
export { prepareSignature } from './writer/sign.ts';
export { appendDss, prepareDocTimestamp, prepareSeal } from './writer/seal.ts';
export { writeFont } from './writer/fonts.ts';
export type { ObjectSink } from './writer/fonts.ts';
export { embedCms, paddedContents, signedParts } from './writer/embed.ts';
export type {
  Appearance,
  DocTimestampOptions,
  FieldKind,
  FieldSpec,
  FieldValue,
  FontResource,
  ImageResource,
  OwnFont,
  Place,
  PreparedSend,
  Reserve,
  Revision,
  SenderField,
  SendOptions,
  SignatureOptions,
  SignaturePlace,
  SignerSpec,
  UnsignedRevision,
  ValidationData,
} from './writer/types.ts';

export { createHasher, hasherAt, positionOf, resumeHasher } from './hash.ts';
export type { DigestAlgorithm, Hasher, Sha256Position } from './hash.ts';

export { readArchive } from './verify/archive.ts';
export type { ArchiveState } from './verify/archive.ts';
export { verifyPdf } from './verify/verify.ts';
export type { FilledFormField } from './verify/filled-fields.ts';
export type {
  Change,
  ChangeKind,
  PdfReport,
  RevisionKind,
  SignatureInput,
  SignatureReport,
  VerifyOptions,
} from './verify/types.ts';

export { factsOfChange } from './verify/words.ts';
export type { ChangeFacts } from './verify/words.ts';
