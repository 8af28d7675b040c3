/**
 * Reads OTLP as protobuf, by the field numbers of opentelemetry-proto 1.x (trace/v1, logs/v1, common/v1) and the wire
 * format, independently of the library that wrote it. Returns the same structure as OTLP in JSON, so that a test
 * collector handles both formats in the same way.
 */
type Field = { number: number; value: bigint | Buffer };
type Message = {
  all(number: number): Buffer[];
  text(number: number): string;
  id(number: number): string;
  number(number: number): bigint;
};

function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new Error('A varint has no end.');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('A field is longer than its message.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, wire] = [tag >> 3, tag & 7];
    if (wire === 0) fields.push({ number, value: varint() });
    else if (wire === 1) fields.push({ number, value: take(8).readBigUInt64LE() });
    else if (wire === 2) fields.push({ number, value: take(Number(varint())) });
    else if (wire === 5) fields.push({ number, value: BigInt(take(4).readUInt32LE()) });
    else throw new Error(`Unknown wire type: ${wire}`);
  }
  return fields;
}

function read(bytes: Buffer): Message {
  const fields = fieldsOf(bytes);
  const all = (number: number) =>
    fields.flatMap((one) => (one.number === number && Buffer.isBuffer(one.value) ? [one.value] : []));
  return {
    all,
    text: (number) => all(number).at(-1)?.toString() ?? '',
    id: (number) => all(number).at(-1)?.toString('hex') ?? '',
    number: (number) => {
      const found = fields.findLast((one) => one.number === number)?.value;
      return typeof found === 'bigint' ? found : 0n;
    },
  };
}

const attributesOf = (message: Message, number: number) =>
  message
    .all(number)
    .map(read)
    .map((pair) => ({ key: pair.text(1), value: valueOf(pair.all(2)[0]) }));

/** AnyValue: one of string, bool, int, double. */
function valueOf(bytes: Buffer = Buffer.alloc(0)) {
  const [field] = fieldsOf(bytes);
  if (field?.number === 1) return { stringValue: String(field.value) };
  if (field?.number === 2) return { boolValue: field.value === 1n };
  if (field?.number === 3) return { intValue: Number(BigInt.asIntN(64, field.value as bigint)) };
  if (field?.number !== 4) return {};
  const raw = Buffer.alloc(8);
  raw.writeBigUInt64LE(field.value as bigint);
  return { doubleValue: raw.readDoubleLE() };
}

const spanOf = (span: Message) => ({
  traceId: span.id(1),
  spanId: span.id(2),
  ...(span.id(4) && { parentSpanId: span.id(4) }),
  name: span.text(5),
  kind: Number(span.number(6)),
  startTimeUnixNano: String(span.number(7)),
  endTimeUnixNano: String(span.number(8)),
  attributes: attributesOf(span, 9),
  links: span
    .all(13)
    .map(read)
    .map((link) => ({ traceId: link.id(1), spanId: link.id(2) })),
  status: { code: Number(read(span.all(15)[0] ?? Buffer.alloc(0)).number(3)) },
});
const resourceOf = (message: Message) => ({ attributes: attributesOf(read(message.all(1)[0] ?? Buffer.alloc(0)), 1) });
const scopesOf = (message: Message) => message.all(2).map(read);

/** ExportTraceServiceRequest. */
export const readTraces = (body: Buffer) => ({
  resourceSpans: read(body)
    .all(1)
    .map(read)
    .map((of) => ({
      resource: resourceOf(of),
      scopeSpans: scopesOf(of).map((scope) => ({ spans: scope.all(2).map(read).map(spanOf) })),
    })),
});

/** ExportLogsServiceRequest. */
export const readLogs = (body: Buffer) => ({
  resourceLogs: read(body)
    .all(1)
    .map(read)
    .map((of) => ({
      resource: resourceOf(of),
      scopeLogs: scopesOf(of).map((scope) => ({
        logRecords: scope
          .all(2)
          .map(read)
          .map((record) => ({
            severityText: record.text(3),
            body: valueOf(record.all(5)[0]),
            attributes: attributesOf(record, 6),
          })),
      })),
    })),
});
