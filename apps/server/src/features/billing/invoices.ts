/** Invoices: our own, which are PDFs, or those hosted by the payment provider. */
import { type Id, type Invoice, planFacts } from '@countersign/contract';
import { languageOf } from '@countersign/contract/languages';
import { sha256 } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { asBuffer, type PdfPool } from '../../platform/pdf/index.ts';
import { invoiceLayout } from './invoice-layout.ts';
import { PaymentsUnavailable } from '../../platform/ports/payments.ts';
import { taskOwner, type UserPrincipal } from '../../platform/principal.ts';
import { type InvoiceRow, selectInvoice, selectInvoices, selectSubscription } from './store.ts';
import type { BillingDependencies } from './sync.ts';

export async function listInvoices(
  { uow, payments }: BillingDependencies,
  { tenantId }: UserPrincipal,
): Promise<Invoice[]> {
  const [[row], own] = await uow.readAll(tenantId, [selectSubscription(tenantId), selectInvoices(tenantId)]);
  const ours = own.map(viewOf);
  if (!payments || !row?.customer_id) return ours;
  const theirs = await payments.invoices(row.customer_id).catch((cause: unknown) => {
    if (!(cause instanceof PaymentsUnavailable)) throw cause;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      {},
      { cause, retryAfter: 30, message: 'The payment provider is not available. Try again shortly.' },
    );
  });
  return [
    ...theirs.map(({ id, number, issuedAt, period, currency, totalCents, status, pdfUrl }) => ({
      id,
      number,
      issued_at: issuedAt.toISOString(),
      period: period && { start: period.start.toISOString(), end: period.end.toISOString() },
      currency: currency.toUpperCase(),
      total: totalCents,
      status,
      pdf_url: pdfUrl,
    })),
    ...ours,
  ];
}

const numberOf = ({ issued_at: at, number }: InvoiceRow): string =>
  `${at.getUTCFullYear()}-${String(number).padStart(4, '0')}`;

function viewOf(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: numberOf(row),
    issued_at: row.issued_at.toISOString(),
    period: { start: row.period_start.toISOString(), end: row.period_end.toISOString() },
    currency: row.currency,
    total: row.total_cents,
    status: 'issued',
    pdf_url: `/api/subscription/invoices/${row.id}/pdf`,
  };
}

const linesOf = (address: string): string[] =>
  address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The PDF is rendered from the issued data on each request. The same facts produce the same bytes. */
export async function getInvoicePdf(
  { uow, pdf }: BillingDependencies & { pdf: PdfPool },
  principal: UserPrincipal,
  id: Id<'invoice'>,
): Promise<ByteAnswer> {
  const { tenantId } = principal;
  const [row] = await uow.read(tenantId, selectInvoice(tenantId, id));
  if (!row) throw new AppError('INVOICE_NOT_FOUND', { invoiceId: id });
  const day = (at: string): string => at.slice(0, 10);
  const amount = (cents: number): string => `${(cents / 100).toFixed(2)} ${row.currency}`;
  const { seller, buyer, vat_cents: vat, vat_percent: percent } = row;
  const bytes = await pdf.set(
    invoiceLayout,
    {
      language: languageOf([row.language]) ?? 'en',
      number: numberOf(row),
      issuedAt: row.issued_at.toISOString(),
      seller: seller ?? { lines: [], vatId: null },
      buyer: {
        lines: buyer ? [buyer.name, ...linesOf(buyer.address)] : [row.organization],
        vatId: buyer?.vat_id ?? null,
      },
      lines: row.lines.map(({ kind, plan, interval, from, until, cents }) => ({
        plan: planFacts(plan).name,
        interval,
        isCredit: kind === 'credit',
        period: `${day(from)} – ${day(until)}`,
        amount: amount(cents),
      })),
      tax: seller && { net: amount(row.total_cents - vat), percent: String(percent), amount: amount(vat) },
      isReverseCharge: row.is_reverse_charge,
      total: amount(row.total_cents),
      fileId: sha256(Buffer.from(row.id)).toString('hex').slice(0, 32),
    },
    { owner: taskOwner(principal) },
  );
  return ByteAnswer.of(asBuffer(bytes), sha256(bytes).toString('hex'), { filename: `invoice-${numberOf(row)}.pdf` });
}
