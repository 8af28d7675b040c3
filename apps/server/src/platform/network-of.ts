/**
 * What counts as one network address: an IPv6 user has a whole /64, and would otherwise come from another address each time.
 * An IPv4 address is the same however the socket writes it. A client that has gone away has none any more.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = plain.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail === '' ? [] : tail.split(':'))];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
