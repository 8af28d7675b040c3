/**
 * A private key in the dictionary of a document time-stamp (ISO 32000-2 annex E), because a time-stamp token cannot
 * contain attributes of the requester. The byte range covers it.
 */
export const TRAIL_POSITION = 'CSGN_TrailPosition';
