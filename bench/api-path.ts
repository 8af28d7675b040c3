import { createClient } from '@countersign/client';

/** Returns the path of an operation for the minimal HTTP client of the load generator. */
export const apiPath = createClient({ version: 'v1' }).url;
