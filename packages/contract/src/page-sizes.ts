import { z } from 'zod';

/** Page sizes in points, as displayed. */
export const pageSizes = z.array(z.object({ width: z.number(), height: z.number() }));
