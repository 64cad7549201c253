/** JSON text that is written as it stands: numbers that JavaScript cannot hold, keys that come twice, depth. */
export class Raw {
  constructor(readonly text: string) {}
}

/** A place for something that only the service knows, such as the id of an order; filled when a request is sent. */
export class Slot {
  constructor(readonly name: string) {}
}

/** A JSON value as it is drawn. */
export type Value = null | boolean | number | string | Raw | Slot | Value[] | { [key: string]: Value };

/** Whether a value has fields. */
export function isFields(value: Value | undefined): value is { [key: string]: Value } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Raw) &&
    !(value instanceof Slot)
  );
}

/** The JSON text of a value whose slots are filled. */
export function writeJson(value: Value): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${writeJson(field)}`);
  return `{${entries.join(',')}}`;
}

/** The text that stands for a value where there is only text: in a path, a query, a header, a form. */
export function writeText(value: Value): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** A value in which each slot is filled. */
export function fillSlots(value: Value, fill: (name: string) => Value): Value {
  if (value instanceof Slot) return fill(value.name);
  if (Array.isArray(value)) return value.map((entry) => fillSlots(entry, fill));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fillSlots(field, fill)]));
}

/** How many values there are in a value, itself among them. */
export function countValues(value: Value): number {
  const parts = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  return parts.reduce<number>((count, part) => count + countValues(part), 1);
}

/** Puts something else in the place of the value at a position, counted as {@link countValues} does. */
export function replaceValue(value: Value, position: number, change: (old: Value) => Value): Value {
  if (position === 0) return change(value);
  let left = position - 1;
  const within = (part: Value): Value => {
    const count = countValues(part);
    const at = left;
    left -= count;
    return at >= 0 && at < count ? replaceValue(part, at, change) : part;
  };
  if (Array.isArray(value)) return value.map(within);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]));
}
