/** Divides items into batches, because AWS services limit the number and the size of items in one call. */

interface Limits<T> {
  maxItems?: number
  /** The maximum total size of the items in a batch. A larger item gets a batch of its own. */
  maxSize?: number
  sizeOf?: (item: T) => number
}

/** Returns as few batches as the limits allow, in the order of the items. */
export function batchesOf<T>(items: readonly T[], limits: Limits<T>): T[][] {
  const { maxItems = Number.POSITIVE_INFINITY, maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = limits
  const batches: T[][] = []
  let size = 0
  for (const item of items) {
    const last = batches.at(-1)
    const itemSize = sizeOf(item)
    const fits = last && last.length < maxItems && size + itemSize <= maxSize
    if (fits) last.push(item)
    else batches.push([item])
    size = fits ? size + itemSize : itemSize
  }
  return batches
}
