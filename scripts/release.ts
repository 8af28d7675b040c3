// `npm run release -- 0.2.0`: keeps the interface and the migrations as they are, for later versions to be compared with.
import { writeRelease } from './released.ts';

writeRelease(process.argv[2] ?? '');
