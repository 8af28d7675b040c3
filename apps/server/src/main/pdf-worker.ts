/** The entry point of PDF workers. Layouts of features are loaded on first use. */
import { invoiceLayout } from '../features/billing/invoice-layout.ts';
import { certificateLayout } from '../features/completion-certificate/report/layout.ts';
import { setter } from '../platform/pdf/layout.ts';
import { servePdfTasks } from '../platform/pdf/serve-pdf-tasks.ts';

servePdfTasks([
  setter(
    certificateLayout,
    async () => (await import('../features/completion-certificate/report/task.ts')).makeCertificate,
  ),
  setter(invoiceLayout, async () => (await import('../features/billing/invoice-report.ts')).setInvoice),
]);
