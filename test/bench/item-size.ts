/** Computes the size of an item as DynamoDB does: names and values in UTF-8, and a few bytes for lists and maps. */

export const bytesOf = (item: object): number =>
  Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + size(value), 0)

function size(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1
  if (value instanceof Uint8Array) return value.byteLength
  return typeof value === 'object' && value !== null ? contents(value) : 1
}

const contents = (value: object): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, one) => sum + 1 + size(one), 3)
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .reduce((sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + size(one), 3)
