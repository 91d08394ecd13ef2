/** The head of one sorted source; `order` breaks ties, so that equal lines come in the order of their sources. */
interface Head {
  line: string;
  readonly order: number;
  readonly source: Iterator<string>;
}

const before = (a: Head, b: Head): boolean =>
  a.line < b.line || (a.line === b.line && a.order < b.order);

/** Merges sorted sequences into one, in time that grows with the logarithm of their number. */
export function* mergeSorted(sources: readonly Iterator<string>[]): Generator<string> {
  const heap: Head[] = [];
  for (const [order, source] of sources.entries()) {
    const next = source.next();
    if (next.done !== true) heap.push({ line: next.value, order, source });
  }
  for (let i = (heap.length >> 1) - 1; i >= 0; i -= 1) sink(heap, i);
  for (let least = heap[0]; least !== undefined; least = heap[0]) {
    yield least.line;
    const next = least.source.next();
    if (next.done !== true) {
      least.line = next.value;
    } else {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
    }
    sink(heap, 0);
  }
}

function sink(heap: Head[], from: number): void {
  let i = from;
  for (;;) {
    const left = 2 * i + 1;
    let least = i;
    if (left < heap.length && before(heap[left]!, heap[least]!)) least = left;
    if (left + 1 < heap.length && before(heap[left + 1]!, heap[least]!)) least = left + 1;
    if (least === i) return;
    [heap[i], heap[least]] = [heap[least]!, heap[i]!];
    i = least;
  }
}
