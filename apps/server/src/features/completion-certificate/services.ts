import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { SealWaiter } from '../document-core/index.ts';
import { archivedCertificates } from './archived-certificate.ts';
import { selectHasCertificate } from './store.ts';

export const certificateServices = ({
  uow,
}: {
  uow: UnitOfWork;
}): { certified: SealWaiter; archivedCertificates: ReturnType<typeof archivedCertificates> } => ({
  certified: new SealWaiter(selectHasCertificate),
  archivedCertificates: archivedCertificates({ uow }),
});
