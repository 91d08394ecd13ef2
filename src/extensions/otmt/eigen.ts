import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** Eigenvalues in descending order, each with its eigenvector of length 1. */
export interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

/** Returns all eigenvalues and eigenvectors of a symmetric matrix given as rows. Takes time cubic in the size. */
export function symmetricEigen(rows: readonly Float64Array[]): Eigen {
  if (rows.length === 0) return { values: [], vectors: [] };
  const { realEigenvalues: values, eigenvectorMatrix } = new EigenvalueDecomposition(
    new Matrix(rows.map((row) => [...row])),
    { assumeSymmetric: true },
  );
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
  return {
    values: order.map((at) => values[at]!),
    vectors: order.map((at) => Float64Array.from(eigenvectorMatrix.getColumn(at))),
  };
}

/**
 * Returns the eigenvalues and eigenvectors of a symmetric tridiagonal matrix. `beside[i]` is the element between
 * `diagonal[i]` and `diagonal[i + 1]`.
 */
function tridiagonalEigen(diagonal: readonly number[], beside: readonly number[]): Eigen {
  return symmetricEigen(
    diagonal.map((value, at) => {
      const row = new Float64Array(diagonal.length);
      row[at] = value;
      if (at > 0) row[at - 1] = beside[at - 1]!;
      if (at + 1 < row.length) row[at + 1] = beside[at]!;
      return row;
    }),
  );
}

/**
 * Symmetric positive semidefinite matrix, given by its product with a vector. `multiply` writes the product to `into`.
 */
export interface SymmetricOperator {
  readonly size: number;
  multiply(vector: Float64Array, into: Float64Array): void;
}

/**
 * Convergence is first checked after 8 steps, then whenever the number of steps has grown by an eighth, because a check
 * takes time cubic in the number of steps.
 */
const firstCheck = 8;
const checkGrowth = 1.125;
/**
 * Minimum eigenvalue of a direction, as a share of the largest eigenvalue. A direction below it consists of rounding
 * errors only.
 */
const exhausted = 1e-13;

/** Tolerance of the runs that only check whether a large eigenvalue was missed. */
const probeTolerance = 1e-4;

/**
 * Returns the `count` largest eigenvalues of an operator with their eigenvectors, or fewer if its rank is lower. Uses
 * Lanczos' method with full reorthogonalisation and a fixed start vector, run until each residual is below `tolerance`
 * times the largest eigenvalue. Equal input gives bit-identical results.
 * A run finds only one eigenvector of a multiple eigenvalue. Therefore further runs, orthogonal to everything found so
 * far, are made until one finds no eigenvalue that belongs among the largest.
 */
export function largestEigen(operator: SymmetricOperator, count: number, tolerance: number): Eigen {
  const found: { value: number; vector: Float64Array }[] = [];
  for (let run = 0; found.length < operator.size; run++) {
    const known = found.map(({ vector }) => vector);
    const scale = found[0]?.value ?? 0;
    const limit = found[count - 1]?.value;
    const rest = { known, scale, run };
    if (limit !== undefined) {
      const probe = oneRun(operator, 1, { ...rest, tolerance: probeTolerance });
      if ((probe.values[0] ?? 0) < limit - 2 * probeTolerance * scale) break;
    }
    const wanted = Math.min(count, operator.size - found.length);
    const eigen = oneRun(operator, wanted, { ...rest, tolerance });
    const least = Math.max((limit ?? 0) * (1 + tolerance), exhausted * scale);
    const fresh = eigen.values
      .map((value, at) => ({ value, vector: eigen.vectors[at]! }))
      .filter(({ value }) => value > least);
    if (fresh.length === 0) break;
    found.push(...fresh);
    found.sort((one, other) => other.value - one.value);
  }
  const best = found.slice(0, count);
  return { values: best.map(({ value }) => value), vectors: best.map(({ vector }) => vector) };
}

interface LanczosRun {
  readonly tolerance: number;
  /** Eigenvectors found by earlier runs. */
  readonly known: readonly Float64Array[];
  /** Largest eigenvalue found by earlier runs, or 0 if there are none. */
  readonly scale: number;
  /** Number of the run, which selects the start vector. */
  readonly run: number;
}

function oneRun(
  operator: SymmetricOperator,
  count: number,
  { tolerance, known, scale, run }: LanczosRun,
): Eigen {
  const basis: Float64Array[] = [];
  const diagonal: number[] = [];
  const beside: number[] = [];
  let next = startVector(operator.size, run);
  orthogonalise(next, known);
  if (scaleToLength1(next) === 0) return { values: [], vectors: [] };
  let largest = scale;
  let nextCheck = Math.max(count, firstCheck);
  for (;;) {
    const vector = next;
    basis.push(vector);
    next = new Float64Array(operator.size);
    operator.multiply(vector, next);
    const along = dot(next, vector);
    diagonal.push(along);
    largest = Math.max(largest, along);
    addTo(next, vector, -along);
    if (basis.length > 1) addTo(next, basis.at(-2)!, -beside.at(-1)!);
    orthogonalise(next, [...known, ...basis]);
    const length = scaleToLength1(next);
    const done = length <= exhausted * largest || basis.length + known.length === operator.size;
    if (done || basis.length >= nextCheck) {
      nextCheck = Math.ceil(basis.length * checkGrowth);
      const small = tridiagonalEigen(diagonal, beside);
      const wanted = Math.min(count, basis.length);
      const limit = tolerance * Math.max(scale, small.values[0]!);
      const converged = small.vectors
        .slice(0, wanted)
        .every((weights) => Math.abs(length * weights.at(-1)!) <= limit);
      if (done || converged) return combine(small, basis, wanted);
    }
    beside.push(length);
  }
}

/** Turns eigenvectors in coordinates of the basis into vectors of the full space. */
function combine(small: Eigen, basis: readonly Float64Array[], wanted: number): Eigen {
  const vectors = small.vectors.slice(0, wanted).map((weights) => {
    const vector = new Float64Array(basis[0]!.length);
    basis.forEach((direction, at) => addTo(vector, direction, weights[at]!));
    scaleToLength1(vector);
    return vector;
  });
  return { values: small.values.slice(0, wanted), vectors };
}

/**
 * Returns the start vector of a run, from a linear congruential generator with its own seed. The vector is the same
 * each time, and has a part along every direction of interest, because all its entries are positive and irregular.
 */
function startVector(size: number, run: number): Float64Array {
  let state = 0x9e3779b9 + run;
  return new Float64Array(size).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 0.5 + state / 2 ** 32;
  });
}

/**
 * Removes the parts of a vector along the given directions. Does so a second time if little is left, because the rest
 * is then mostly rounding error. Twice is enough (Parlett, The Symmetric Eigenvalue Problem, section 6-9).
 */
function orthogonalise(vector: Float64Array, directions: readonly Float64Array[]): void {
  let before = dot(vector, vector);
  for (let pass = 0; pass < 2; pass++) {
    for (const direction of directions) addTo(vector, direction, -dot(vector, direction));
    const after = dot(vector, vector);
    if (after > 0.5 * before) return;
    before = after;
  }
}

function addTo(vector: Float64Array, direction: Float64Array, weight: number): void {
  for (let at = 0; at < vector.length; at++) vector[at]! += weight * direction[at]!;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

/** Scales a vector to length 1 and returns its former length. A vector of length 0 is left unchanged. */
function scaleToLength1(vector: Float64Array): number {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) vector.forEach((value, at) => void (vector[at] = value / length));
  return length;
}
