/**
 * A key of our own in the dictionary of a document time-stamp (ISO 32000-2 annex E), because a time-stamp token has no room for
 * attributes of the requester. The byte range covers it.
 */
export const TRAIL_POSITION = 'CSGN_TrailPosition';
