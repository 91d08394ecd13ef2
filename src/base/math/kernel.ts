/** The part of the WebAssembly interface that is used here. Not every TypeScript library declares it. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** Exported number of a kernel: an address in its memory or a number of bytes. */
export interface Address {
  readonly value: number;
}

/** Exports that every kernel in src/base/math/kernels has. */
export interface Kernel {
  readonly memory: {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
  /** Bytes of memory that the kernel needs in total. */
  readonly MEMORY_BYTES: Address;
}

const pageBytes = 0x10000;

/**
 * Returns undefined if WebAssembly is disabled or cannot reserve address space. An engine reserves about 10 GB per
 * memory, which `ulimit -v` can forbid.
 */
export function startKernel(base64: string, imports: object): Kernel | undefined {
  const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly?: Engine };
  if (engine === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const instance = new engine.Instance(new engine.Module(bytes), imports);
    const kernel = instance.exports as Kernel;
    const { memory, MEMORY_BYTES } = kernel;
    memory.grow(Math.ceil((MEMORY_BYTES.value - memory.buffer.byteLength) / pageBytes));
    return kernel;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
