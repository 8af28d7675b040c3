/** Operations of the contract -> use cases. */
import type { VerificationDependencies } from './verify-file.ts';
import { verifyFile } from './verify-file.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { addressBucket } from '../../platform/invoke/rate-limit.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = VerificationDependencies;

export function operations(services: Services) {
  return {
    verifyFile: async ({ file, query: { report } }, { address, environment }) => {
      const verified = await verifyFile(services, { from: addressBucket(address), environment, report }, file);
      if ('verdict' in verified) return verified.verdict;
      const { contentType, filename } = verified;
      const bytes = Buffer.from(verified.report);
      return ByteAnswer.of(bytes, sha256Hex(bytes).slice(0, 32), { filename, contentType });
    },
  } satisfies Partial<Handlers>;
}
