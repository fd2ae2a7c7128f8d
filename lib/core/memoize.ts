/** Returns a function that calls `read` only once for each key. */
export function memoize<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const results = new Map<string, Promise<T>>()
  return key => {
    const result = results.get(key) ?? read(key)
    results.set(key, result)
    return result
  }
}
