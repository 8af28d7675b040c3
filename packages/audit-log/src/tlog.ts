/**
 * The transparency log: RFC 6962 trees and the C2SP formats. It runs in browsers too, so it imports no Node modules.
 */
export {
  type Checkpoint,
  formatCheckpoint,
  openCheckpoint,
  parseCheckpointText,
  type TrustedKeys,
  type VerifiedCheckpoint,
} from './checkpoint.ts';
export { AuditLogError, type AuditLogErrorCode, type LogProblem } from './errors.ts';
export {
  cosignNote,
  formatNote,
  formatSignatureLine,
  formatVerifierKey,
  type Note,
  type NoteSignature,
  type NoteSigner,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPE,
  type SignatureType,
  signNote,
  type VerifiedSignature,
  type VerifierKey,
  verifierKey,
  verifyNote,
} from './note.ts';
export { formatProof, type LogProof, parseProof, verifyProof } from './proof.ts';
export {
  appendToTiles,
  edgeTiles,
  nodesFromTiles,
  parseTilePath,
  splitHashes,
  type Tile,
  type TileId,
  TILE_WIDTH,
  tilePath,
  tilesOf,
} from './tiles.ts';
export {
  consistencyProof,
  emptyRoot,
  Frontier,
  HASH_BYTES,
  inclusionProof,
  leafHash,
  type NodeId,
  nodeHash,
  nodesOfGrowth,
  type NodeReader,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './tree.ts';
