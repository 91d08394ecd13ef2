/*
 * Logarithm and exponential function by fdlibm 5.3, as Node 20 has them. Engines differ in the last digit of their own,
 * and so would the scores of one input in two browsers, or in two versions of Node.
 *
 * NOTICE: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and
 * distribute this software is freely granted, provided that this notice is preserved.
 */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const TWO_54 = 2 ** 54;

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);
/** Index of the upper half of a number in `words`, which depends on the byte order. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

function highWord(x: number): number {
  number[0] = x;
  return words[HIGH]! | 0;
}

function withHighWord(x: number, high: number): number {
  number[0] = x;
  words[HIGH] = high;
  return number[0];
}

export function log(given: number): number {
  if (!(given > 0) || given === Infinity) return Math.log(given);
  let x = given;
  let k = 0;
  if (x < 2 ** -1022) {
    x *= TWO_54;
    k = -54;
  }
  const high = highWord(x);
  const fraction = high & 0xfffff;
  const isUpper = (fraction + 0x95f64) & 0x100000;
  k += (high >> 20) - 1023 + (isUpper >> 20);
  const f = withHighWord(x, fraction | (isUpper ^ 0x3ff00000)) - 1;
  const kHigh = k * LN2_HIGH;
  const kLow = k * LN2_LOW;
  if ((0xfffff & (2 + fraction)) < 3) {
    if (f === 0) return kHigh + kLow;
    const r = f * f * (0.5 - (1 / 3) * f);
    return k === 0 ? f - r : kHigh - (r - kLow - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even =
    w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const r = odd + even;
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
    const half = 0.5 * f * f;
    return k === 0 ? f - (half - s * (half + r)) : kHigh - (half - (s * (half + r) + kLow) - f);
  }
  return k === 0 ? f - s * (f - r) : kHigh - (s * (f - r) - kLow - f);
}

export function exp(given: number): number {
  const size = Math.abs(given);
  // The last digit makes no difference for numbers so far from 0.
  if (!(size < 700)) return Math.exp(given);
  let x = given;
  let k = 0;
  let high = 0;
  let low = 0;
  const word = highWord(size);
  if (word > 0x3fd62e42) {
    if (given === 1) return Math.E;
    const sign = given < 0 ? -1 : 1;
    k = word < 0x3ff0a2b2 ? sign : Math.trunc(1.442695040888963387 * given + sign * 0.5);
    high = given - k * LN2_HIGH;
    low = k * LN2_LOW;
    x = high - low;
  } else if (word < 0x3e300000) return 1 + given;
  const t = x * x;
  const c =
    x -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t *
              (6.61375632143793436117e-5 +
                t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  if (k === 0) return 1 - ((x * c) / (c - 2) - x);
  return (1 - (low - (x * c) / (2 - c) - high)) * withHighWord(1, 0x3ff00000 + (k << 20));
}
