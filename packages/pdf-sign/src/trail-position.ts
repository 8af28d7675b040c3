/**
 * A custom key in the dictionary of a document time-stamp (ISO 32000-2 annex E). The key is needed because a time-stamp
 * token cannot contain attributes of the requester. The time-stamp's byte range covers the key.
 */
export const TRAIL_POSITION = 'CSGN_TrailPosition';
