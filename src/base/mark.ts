/**
 * Marks a class of errors, so that `instanceof` also holds for the errors of another copy of this package. A plug-in
 * may have such a copy: the one that it has installed, or the one in its own bundle.
 */
export function mark(type: abstract new (...args: never) => Error, name: string): void {
  const symbol = Symbol.for(`detect-off-topic.${name}`);
  Object.defineProperty(type.prototype, symbol, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      if (this === type) return value instanceof Error && symbol in value;
      return Function.prototype[Symbol.hasInstance].call(this as () => void, value);
    },
  });
}
