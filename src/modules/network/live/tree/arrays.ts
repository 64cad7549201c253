type Numbers = Int32Array | Uint8Array | Uint16Array | Float64Array;

/** The array, or a longer copy if it is shorter than `length`: at least twice as long, so that growing costs O(1) each. */
export function grown<Kind extends Numbers>(array: Kind, length: number): Kind {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => Kind)(Math.max(length, array.length * 2, 64));
  longer.set(array);
  return longer;
}
