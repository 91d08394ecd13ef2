/** The part of WebAssembly that is used here: not all libraries of types have it. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** An address in a kernel's memory, or a number of bytes. */
export interface Address {
  readonly value: number;
}

/** What every kernel of src/base/math/kernels exports. */
export interface Kernel {
  readonly memory: {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
  /** What all of its memory takes. */
  readonly MEMORY_BYTES: Address;
}

const pageBytes = 0x10000;

/**
 * A kernel with its memory. Undefined where WebAssembly is switched off, or gets no address space: an engine reserves
 * some 10 GB for each memory, which `ulimit -v` can forbid.
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
