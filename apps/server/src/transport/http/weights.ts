/** What a client names with weights, as Accept-Encoding and Accept-Language do (RFC 9110 §12.4.2); a weight that is none counts as 0. */
export function weightsOf(header: string | undefined): Map<string, number> {
  return new Map((header ?? '').split(',').map(weighted));
}

function weighted(element: string): [name: string, weight: number] {
  const [name = '', ...parameters] = element
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const given = parameters.find((one) => one.startsWith('q='))?.slice('q='.length);
  return [name, given === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given) : 0];
}
