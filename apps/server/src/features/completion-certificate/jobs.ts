import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import { type CertificateDependencies, makeCertificateHandler } from './make-certificate.ts';

export type JobServices = CertificateDependencies;

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [makeCertificateHandler(services)];
