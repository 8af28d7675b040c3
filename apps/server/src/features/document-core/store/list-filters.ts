/**
 * The requested filters of the list of documents (ADR 112). Null means that a filter is not requested. `search` and
 * `find` are folded (fold-title.ts).
 */
export type ListFilter = {
  tenantId: string;
  trash: boolean;
  owner: string | null;
  status: string | null;
  /** If false, archived documents are excluded. */
  archived: boolean;
  tag: string | null;
  search: string | null;
  /** Matches the title, or a recipient's name or address. */
  find: string | null;
  /**
   * Selects documents that expire before this time. The time is a string because filters are part of the key under
   * which the list's total is cached.
   */
  expiresBefore: string | null;
  /** Filters by dates, IDs and metadata. Null if none of them is requested. */
  more?: MoreFilters | null;
};
export type MoreFilters = { [Name in keyof typeof MORE]?: string };

const MORE = {
  createdAfter: 'd.created_at >= :createdAfter::timestamptz',
  createdBefore: 'd.created_at < :createdBefore::timestamptz',
  updatedAfter: 'd.updated_at >= :updatedAfter::timestamptz',
  updatedBefore: 'd.updated_at < :updatedBefore::timestamptz',
  templateId: 'd.template_id = :templateId::text',
  externalId: 'd.external_id = :externalId::text',
  metadata: 'd.metadata @> :metadata::jsonb',
  recipient: `exists (select from document_recipients r
      where r.tenant_id = :tenantId and r.document_id = d.id and strpos(r.folded, :recipient::text) > 0)`,
  folder: `exists (select from folder_documents f
      where f.tenant_id = :tenantId and f.folder_id = :folder::text and f.document_id = d.id)`,
} as const;
const SEARCHABLE = {
  owner: 'd.owner_id = :owner::text',
  status: 'd.status = :status::text',
  current: `d.status <> 'archived'`,
  expiresBefore: 'd.expires_at < :expiresBefore::timestamptz',
  tag: ':tag::text = any (d.tags)',
  search: 'strpos(d.folded_title, :search::text) > 0',
  find: `(strpos(d.folded_title, :find::text) > 0 or exists (select from document_recipients r
      where r.tenant_id = :tenantId and r.document_id = d.id and strpos(r.folded, :find::text) > 0))`,
} as const;
const FILTERS = { ...SEARCHABLE, ...MORE };
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export function asked({ archived, more, ...filter }: Omit<ListFilter, 'tenantId' | 'trash'>) {
  const values: Partial<Record<FilterName, string | null | undefined>> = { ...filter, ...more };
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const names = FILTER_NAMES.filter((name) =>
    name === 'current' ? !archived : values[name] !== null && values[name] !== undefined,
  );
  return { names, values: Object.fromEntries(given) };
}

export const isSearch = (names: readonly FilterName[]): boolean =>
  names.some((name) => name === 'tag' || name === 'search' || name === 'find' || name === 'recipient');
export const isSearchable = (name: FilterName): boolean => name in SEARCHABLE;

export const whereTrash = (trash: boolean): string =>
  `d.tenant_id = :tenantId and d.deleted_at ${trash ? 'is not null' : 'is null'}`;
export const and = (names: readonly FilterName[]): string => names.map((name) => `and ${FILTERS[name]}`).join(' ');
