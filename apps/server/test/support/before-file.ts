/** Vitest runs this before each test file of the server. */
import { closeLeftovers } from './after-file.ts';

await closeLeftovers();
