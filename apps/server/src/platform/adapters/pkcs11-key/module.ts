/**
 * The C interface of PKCS#11 v2.40, called through koffi and limited to the functions for signing. Each call runs on a
 * thread of libuv's pool, so that a slow token does not block requests. Callers must limit the number of concurrent
 * calls.
 *
 * All data passed by pointer is in memory of the C heap (`Memory`), because it must not be moved or collected while an
 * abandoned call still runs in the library.
 */
import koffi from 'koffi';

export const Rv = {
  ok: 0x0,
  generalError: 0x5,
  functionFailed: 0x6,
  deviceError: 0x30,
  deviceRemoved: 0x32,
  keyHandleInvalid: 0x60,
  mechanismInvalid: 0x70,
  keyTypeInconsistent: 0x63,
  keyFunctionNotPermitted: 0x68,
  objectHandleInvalid: 0x82,
  operationActive: 0x90,
  pinIncorrect: 0xa0,
  pinInvalid: 0xa1,
  pinLenRange: 0xa2,
  pinExpired: 0xa3,
  pinLocked: 0xa4,
  sessionClosed: 0xb0,
  sessionHandleInvalid: 0xb3,
  tokenNotPresent: 0xe0,
  userAlreadyLoggedIn: 0x100,
  userNotLoggedIn: 0x101,
  cryptokiNotInitialized: 0x190,
  cryptokiAlreadyInitialized: 0x191,
} as const;

const RV_NAMES = new Map<number, string>(Object.entries(Rv).map(([name, value]) => [value, name]));

export class Pkcs11Error extends Error {
  override name = 'Pkcs11Error';
  readonly rv: number;
  constructor(call: string, rv: number) {
    super(`${call} returned ${RV_NAMES.get(rv) ?? 'an error'} (0x${rv.toString(16)})`);
    this.rv = rv;
  }
}

/**
 * The functions of CK_FUNCTION_LIST (v2.40 §3.6, pkcs11f.h) by their position after CK_VERSION, with the types of their
 * arguments.
 */
const FUNCTIONS = {
  C_Initialize: [0, ['void *']],
  C_GetSlotList: [4, ['uint8_t', 'void *', 'void *']],
  C_GetTokenInfo: [6, ['ulong', 'void *']],
  C_OpenSession: [12, ['ulong', 'ulong', 'void *', 'void *', 'void *']],
  C_CloseSession: [13, ['ulong']],
  C_Login: [18, ['ulong', 'ulong', 'void *', 'ulong']],
  C_GetAttributeValue: [24, ['ulong', 'ulong', 'void *', 'ulong']],
  C_FindObjectsInit: [26, ['ulong', 'void *', 'ulong']],
  C_FindObjects: [27, ['ulong', 'void *', 'ulong', 'void *']],
  C_FindObjectsFinal: [28, ['ulong']],
  C_SignInit: [42, ['ulong', 'void *', 'ulong']],
  C_Sign: [43, ['ulong', 'void *', 'ulong', 'void *', 'void *']],
} as const satisfies Record<string, readonly [number, readonly string[]]>;
export type FunctionName = keyof typeof FUNCTIONS;

export type Argument = number | bigint | null;
/** Calls a function. Throws Pkcs11Error for every result except CKR_OK and those in `alsoGood`. */
export type Call = (name: FunctionName, args: readonly Argument[], alsoGood?: readonly number[]) => Promise<void>;

const POINTER_BYTES = 8;
const CKF_OS_LOCKING_OK = 2n;

// The loaded libraries. A library is initialized once per process (C_Initialize, §5.4), for all callers.
const modules = new Map<string, Promise<Call>>();
// References to loaded libraries. Otherwise, a library would be unloaded while its functions are still referenced by
// address.
const loaded: unknown[] = [];

/** Loads a library and initializes it. Throws the loader's error if it is not a library. */
export function loadModule(path: string): Promise<Call> {
  let module = modules.get(path);
  if (module === undefined) {
    module = load(path);
    modules.set(path, module);
    module.catch(() => modules.delete(path));
  }
  return module;
}

async function load(path: string): Promise<Call> {
  if (koffi.sizeof('ulong') !== POINTER_BYTES) throw new Error('PKCS#11 requires 64-bit Linux or macOS');
  // With `deep`, the library uses its own OpenSSL, if any, instead of Node's, whose functions have the same names.
  const library = koffi.load(path, { deep: true });
  loaded.push(library);
  const getFunctionList = library.func('C_GetFunctionList', 'ulong', ['void *']);
  const memory = new Memory();
  const list = memory.allocate(POINTER_BYTES);
  const rv = Number(getFunctionList(list.pointer));
  if (rv !== Rv.ok) throw new Pkcs11Error('C_GetFunctionList', rv);
  const table = list.bytes.readBigUInt64LE();
  memory.free();
  const functions = new Map(
    Object.entries(FUNCTIONS).map(([name, [position, types]]) => {
      const prototype = koffi.proto('ulong', [...types]);
      const pointer: unknown = koffi.decode(table, POINTER_BYTES * (position + 1), 'void *');
      return [name, koffi.decode(pointer, prototype) as AsyncFunction] as const;
    }),
  );
  const call: Call = (name, args, alsoGood = []) =>
    new Promise((resolve, reject) => {
      functions.get(name)?.async(...args, (error: unknown, answer: unknown) => {
        const code = Number(answer);
        if (error) reject(error instanceof Error ? error : new Error('the call failed'));
        else if (code === Rv.ok || alsoGood.includes(code)) resolve();
        else reject(new Pkcs11Error(name, code));
      });
    });
  // The arguments (CK_C_INITIALIZE_ARGS): four mutex functions, which are not provided, flags, and a reserved value.
  // The library is called from several threads.
  const init = new Memory();
  const args = init.allocate(6 * POINTER_BYTES);
  args.bytes.writeBigUInt64LE(CKF_OS_LOCKING_OK, 4 * POINTER_BYTES);
  try {
    await call('C_Initialize', [args.pointer], [Rv.cryptokiAlreadyInitialized]);
  } finally {
    init.free();
  }
  return call;
}

type AsyncFunction = { async: (...args: unknown[]) => void };

export type Block = { readonly pointer: bigint; readonly bytes: Buffer };

/** Memory on the C heap that is freed together. Do not free it before the call that uses it has returned. */
export class Memory {
  readonly #pointers: bigint[] = [];

  allocate(length: number): Block {
    const size = Math.max(length, 1);
    const pointer = koffi.alloc('uint8_t', size) as bigint;
    this.#pointers.push(pointer);
    const bytes = Buffer.from(koffi.view(pointer, size));
    bytes.fill(0);
    return { pointer, bytes };
  }

  copy(content: Uint8Array): Block {
    const block = this.allocate(content.length);
    block.bytes.set(content);
    return block;
  }

  ulong(value: number | bigint = 0): Block {
    const block = this.allocate(POINTER_BYTES);
    block.bytes.writeBigUInt64LE(BigInt(value));
    return block;
  }

  /** An array of structures whose members are all CK_ULONG or pointers, such as CK_ATTRIBUTE and CK_MECHANISM. */
  words(...values: readonly (number | bigint)[]): Block {
    const block = this.allocate(values.length * POINTER_BYTES);
    values.forEach((value, index) => block.bytes.writeBigUInt64LE(BigInt(value), index * POINTER_BYTES));
    return block;
  }

  free(): void {
    for (const pointer of this.#pointers.splice(0)) koffi.free(pointer);
  }
}

/** Runs work with memory that is freed only when the work has ended, however long that takes. */
export async function withMemory<T>(work: (memory: Memory) => Promise<T>): Promise<T> {
  const memory = new Memory();
  try {
    return await work(memory);
  } finally {
    memory.free();
  }
}
