import { createClient } from '@countersign/client';

/** The path of an operation, for the lean HTTP client that the load is made with. */
export const apiPath = createClient({ version: 'v1' }).url;
