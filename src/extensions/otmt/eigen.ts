import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** Eigenvalues in descending order, each with its eigenvector of length 1. */
export interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

/** Returns all eigenvalues and eigenvectors of a symmetric matrix given as rows. Takes time cubic in the size. */
export function symmetricEigen(rows: readonly ArrayLike<number>[]): Eigen {
  if (rows.length === 0) return { values: [], vectors: [] };
  const { realEigenvalues: values, eigenvectorMatrix } = new EigenvalueDecomposition(
    new Matrix(rows.map((row) => Array.from(row))),
    { assumeSymmetric: true },
  );
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
  return {
    values: order.map((at) => values[at]!),
    vectors: order.map((at) => Float64Array.from(eigenvectorMatrix.getColumn(at))),
  };
}

/** Symmetric positive semidefinite matrix, given by its product with a vector. */
export interface SymmetricOperator {
  readonly size: number;
  multiply(vector: Float64Array): Float64Array;
}

/** Number of vectors that a step adds, which is also how often a multiple eigenvalue is found. */
const BLOCK = 4;
/**
 * Convergence is first checked with 8 vectors, then whenever their number has grown by an eighth, because a check takes
 * time cubic in it.
 */
const FIRST_CHECK = 8;
const CHECK_GROWTH = 1.125;
/** Minimum length of a new direction, as a share of the largest eigenvalue. Below it there are only rounding errors. */
const EXHAUSTED = 1e-13;

/**
 * Returns the `count` largest eigenvalues of an operator with their eigenvectors, or fewer if its rank is lower. Uses
 * the block method of Lanczos with full reorthogonalisation and fixed start vectors, until each residual is below
 * `tolerance` times the largest eigenvalue. Equal input gives bit-identical results.
 */
export function largestEigen(operator: SymmetricOperator, count: number, tolerance: number): Eigen {
  const basis: Float64Array[] = [];
  const products: Float64Array[] = [];
  /** The operator in coordinates of the basis, up to the diagonal. */
  const lower: number[][] = [];
  let largest = 0;
  let nextCheck = Math.max(count, FIRST_CHECK);
  let block = startVectors(operator.size);
  for (;;) {
    const from = basis.length;
    for (const vector of block) {
      orthogonalise(vector, basis);
      const length = Math.sqrt(dot(vector, vector));
      if (length <= EXHAUSTED * largest || basis.length === operator.size) continue;
      const direction = vector.map((value) => value / length);
      const product = operator.multiply(direction);
      basis.push(direction);
      products.push(product);
      lower.push(basis.map((other) => dot(other, product)));
      largest = Math.max(largest, lower.at(-1)!.at(-1)!);
    }
    block = products.slice(from).map((product) => product.slice());
    if (block.length > 0 && basis.length < nextCheck) continue;
    nextCheck = Math.ceil(basis.length * CHECK_GROWTH);
    const small = symmetricEigen(
      lower.map((_, at) => lower.map((_, i) => lower[Math.max(at, i)]![Math.min(at, i)]!)),
    );
    const values = small.values.slice(0, count);
    const vectors = values.map((_, at) => combined(basis, small.vectors[at]!));
    const isDone = values.every((value, at) => {
      const residual = combined(products, small.vectors[at]!);
      addTo(residual, vectors[at]!, -value);
      return Math.sqrt(dot(residual, residual)) <= tolerance * values[0]!;
    });
    if (isDone || block.length === 0) return { values, vectors };
  }
}

/** Returns the sum of vectors with weights. */
function combined(vectors: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(vectors[0]!.length);
  for (const [at, vector] of vectors.entries()) addTo(sum, vector, weights[at]!);
  return sum;
}

/** The vectors come from a linear congruential generator, so that they are the same each time and irregular. */
function startVectors(size: number): Float64Array[] {
  let state = 0x9e3779b9;
  return Array.from({ length: BLOCK }, () =>
    new Float64Array(size).map(() => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return 0.5 + state / 2 ** 32;
    }),
  );
}

/**
 * Removes the parts of a vector along the given directions, twice, because the rest may be mostly rounding error after
 * the first time. Twice is enough (Parlett, The Symmetric Eigenvalue Problem, section 6-9).
 */
function orthogonalise(vector: Float64Array, directions: readonly Float64Array[]): void {
  for (let pass = 0; pass < 2; pass++)
    for (const direction of directions) addTo(vector, direction, -dot(vector, direction));
}

function addTo(vector: Float64Array, direction: Float64Array, weight: number): void {
  for (let at = 0; at < vector.length; at++) vector[at]! += weight * direction[at]!;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
