/** Eigenvalues, largest first, each with its eigenvector of length 1. */
export interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

/**
 * All eigenvalues and eigenvectors of a symmetric matrix given as rows, which are destroyed: Householder's reduction
 * and the QL algorithm with implicit shifts (EISPACK tred2 and tql2; Golub and Van Loan, chapter 8). Time grows with
 * the cube of the size.
 */
export function symmetricEigen(rows: Float64Array[]): Eigen {
  const size = rows.length;
  const diagonal = new Float64Array(size);
  const beside = new Float64Array(size);
  reduce(rows, diagonal, beside);
  const columns = transpose(rows);
  diagonalise(columns, diagonal, beside);
  return largestFirst(diagonal, columns);
}

/** The same of a tridiagonal matrix: `beside[i]` stands between `diagonal[i]` and `diagonal[i + 1]`. */
export function tridiagonalEigen(diagonal: ArrayLike<number>, beside: ArrayLike<number>): Eigen {
  const size = diagonal.length;
  const values = Float64Array.from(diagonal);
  const shifted = new Float64Array(size);
  for (let at = 1; at < size; at++) shifted[at] = beside[at - 1]!;
  const columns = Array.from({ length: size }, (_, at) => {
    const column = new Float64Array(size);
    column[at] = 1;
    return column;
  });
  diagonalise(columns, values, shifted);
  return largestFirst(values, columns);
}

/** tred2: `beside[i]` becomes the element left of `diagonal[i]`; the rows become the orthogonal transformation. */
function reduce(rows: Float64Array[], diagonal: Float64Array, beside: Float64Array): void {
  const size = rows.length;
  for (let at = size - 1; at > 0; at--) {
    const row = rows[at]!;
    let scale = 0;
    let norm = 0;
    for (let k = 0; k < at; k++) scale += Math.abs(row[k]!);
    if (at === 1 || scale === 0) {
      beside[at] = row[at - 1]!;
      diagonal[at] = 0;
      continue;
    }
    for (let k = 0; k < at; k++) {
      row[k] = row[k]! / scale;
      norm += row[k]! * row[k]!;
    }
    const pivot = row[at - 1]!;
    const root = pivot >= 0 ? -Math.sqrt(norm) : Math.sqrt(norm);
    beside[at] = scale * root;
    norm -= pivot * root;
    row[at - 1] = pivot - root;
    applyHouseholder(rows, at, norm, beside);
    diagonal[at] = norm;
  }
  diagonal[0] = 0;
  beside[0] = 0;
  for (let at = 0; at < size; at++) accumulate(rows, at, diagonal);
}

function applyHouseholder(
  rows: Float64Array[],
  at: number,
  norm: number,
  beside: Float64Array,
): void {
  const row = rows[at]!;
  let sum = 0;
  for (let j = 0; j < at; j++) {
    rows[j]![at] = row[j]! / norm;
    let product = 0;
    for (let k = 0; k <= j; k++) product += rows[j]![k]! * row[k]!;
    for (let k = j + 1; k < at; k++) product += rows[k]![j]! * row[k]!;
    beside[j] = product / norm;
    sum += beside[j]! * row[j]!;
  }
  const half = sum / (norm + norm);
  for (let j = 0; j < at; j++) {
    const element = row[j]!;
    const change = beside[j]! - half * element;
    beside[j] = change;
    for (let k = 0; k <= j; k++) rows[j]![k]! -= element * beside[k]! + change * row[k]!;
  }
}

function accumulate(rows: Float64Array[], at: number, diagonal: Float64Array): void {
  const row = rows[at]!;
  if (diagonal[at] !== 0) {
    for (let j = 0; j < at; j++) {
      let product = 0;
      for (let k = 0; k < at; k++) product += row[k]! * rows[k]![j]!;
      for (let k = 0; k < at; k++) rows[k]![j]! -= product * rows[k]![at]!;
    }
  }
  diagonal[at] = row[at]!;
  row[at] = 1;
  for (let j = 0; j < at; j++) {
    rows[j]![at] = 0;
    row[j] = 0;
  }
}

/** Rotations that one eigenvalue may take; a few are the rule. */
const mostSweeps = 200;

/** tql2: the diagonal becomes the eigenvalues, the columns the eigenvectors; `beside` is destroyed. */
function diagonalise(
  columns: readonly Float64Array[],
  diagonal: Float64Array,
  beside: Float64Array,
): void {
  const size = diagonal.length;
  beside.copyWithin(0, 1);
  if (size > 0) beside[size - 1] = 0;
  for (let low = 0; low < size; low++) {
    for (let sweep = 0; ; sweep++) {
      let high = low;
      for (; high < size - 1; high++) {
        const scale = Math.abs(diagonal[high]!) + Math.abs(diagonal[high + 1]!);
        if (Math.abs(beside[high]!) <= Number.EPSILON * scale) break;
      }
      if (high === low) break;
      if (sweep === mostSweeps) throw new Error("the eigenvalues do not converge");
      sweepUp(columns, diagonal, beside, low, high);
    }
  }
}

function sweepUp(
  columns: readonly Float64Array[],
  diagonal: Float64Array,
  beside: Float64Array,
  low: number,
  high: number,
): void {
  const ratio = (diagonal[low + 1]! - diagonal[low]!) / (2 * beside[low]!);
  const length = Math.hypot(ratio, 1);
  let shifted =
    diagonal[high]! - diagonal[low]! + beside[low]! / (ratio + (ratio >= 0 ? length : -length));
  let sine = 1;
  let cosine = 1;
  let moved = 0;
  for (let at = high - 1; at >= low; at--) {
    const turned = sine * beside[at]!;
    const kept = cosine * beside[at]!;
    const radius = Math.hypot(turned, shifted);
    beside[at + 1] = radius;
    if (radius === 0) {
      diagonal[at + 1]! -= moved;
      beside[high] = 0;
      return;
    }
    sine = turned / radius;
    cosine = shifted / radius;
    const base = diagonal[at + 1]! - moved;
    const sum = (diagonal[at]! - base) * sine + 2 * cosine * kept;
    moved = sine * sum;
    diagonal[at + 1] = base + moved;
    shifted = cosine * sum - kept;
    rotate(columns[at]!, columns[at + 1]!, sine, cosine);
  }
  diagonal[low]! -= moved;
  beside[low] = shifted;
  beside[high] = 0;
}

function rotate(one: Float64Array, other: Float64Array, sine: number, cosine: number): void {
  for (let k = 0; k < one.length; k++) {
    const first = one[k]!;
    const second = other[k]!;
    other[k] = sine * first + cosine * second;
    one[k] = cosine * first - sine * second;
  }
}

function transpose(rows: readonly Float64Array[]): Float64Array[] {
  return rows.map((_, column) => Float64Array.from(rows, (row) => row[column]!));
}

function largestFirst(values: Float64Array, vectors: readonly Float64Array[]): Eigen {
  const order = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]!);
  return {
    values: order.map((at) => values[at]!),
    vectors: order.map((at) => vectors[at]!),
  };
}
