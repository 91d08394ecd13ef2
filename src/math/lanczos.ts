import { tridiagonalEigen, type Eigen } from "./symmetric-eigen.js";

/** A symmetric matrix that is not negative, known by what it does: `into` becomes its product with `vector`. */
export interface SymmetricOperator {
  readonly size: number;
  multiply(vector: Float64Array, into: Float64Array): void;
}

/**
 * Convergence is looked for after 8 steps and then each time an eighth has been added: looking costs the cube of the
 * steps.
 */
const firstCheck = 8;
const checkGrowth = 1.125;
/** Below this share of the largest eigenvalue a direction counts as exhausted. */
const exhausted = 1e-13;

/** Enough to see that nothing large was overlooked. */
const probeTolerance = 1e-4;

/**
 * The largest eigenvalues of an operator with their eigenvectors, `count` of them or fewer where its rank is lower:
 * Lanczos' method with full reorthogonalisation and a fixed start, run until each residual is below `tolerance` times
 * the largest eigenvalue. The same input gives the same bits.
 *
 * One run sees one eigenvector of a multiple eigenvalue; so runs are repeated, orthogonal to all that was found, until
 * one finds nothing that belongs among the largest.
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

interface Run {
  readonly tolerance: number;
  /** Eigenvectors that are found already. */
  readonly known: readonly Float64Array[];
  /** The largest eigenvalue of those; 0 when there are none. */
  readonly scale: number;
  /** Chooses the start. */
  readonly run: number;
}

function oneRun(
  operator: SymmetricOperator,
  count: number,
  { tolerance, known, scale, run }: Run,
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

/** The eigenvectors in full space, of those coordinates in the basis. */
function combine(small: Eigen, basis: readonly Float64Array[], wanted: number): Eigen {
  const vectors = small.vectors.slice(0, wanted).map((weights) => {
    const vector = new Float64Array(basis[0]!.length);
    basis.forEach((direction, at) => addTo(vector, direction, weights[at]!));
    scaleToLength1(vector);
    return vector;
  });
  return { values: small.values.slice(0, wanted), vectors };
}

/** Fixed, and with a part along every direction that matters: a run's own sequence of a linear congruential generator. */
function startVector(size: number, run: number): Float64Array {
  let state = 0x9e3779b9 + run;
  return new Float64Array(size).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 0.5 + state / 2 ** 32;
  });
}

/**
 * Takes out of a vector its parts along the directions; again while little is left of it, because what is left is then
 * mostly rounding error (twice is enough: Parlett, The Symmetric Eigenvalue Problem, section 6-9).
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

/** The length that a vector had; a vector of length 0 stays as it is. */
function scaleToLength1(vector: Float64Array): number {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at]! /= length;
  return length;
}
