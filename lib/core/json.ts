/** Reads and writes JSON. `toJson` also writes deeply nested objects and bigints, for which `JSON.stringify` throws. */

type Branch = Record<string, unknown> | unknown[]
type Pending = { text: string } | { value: unknown }

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (fault) {
    if (!isTooDeep(fault) && !hasBigInt(fault)) throw fault
    return toJsonIteratively(value)
  }
}

const isTooDeep = (fault: unknown) => fault instanceof RangeError
/** The message is compared, because `JSON.stringify` also throws a TypeError if the object is cyclic. */
const hasBigInt = (fault: unknown) => fault instanceof TypeError && fault.message.includes('BigInt')

/** A list of pending values replaces recursion, so that a deeply nested object cannot overflow the stack. */
function toJsonIteratively(root: unknown): string {
  const written: string[] = []
  const pending: Pending[] = [{ value: root }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) written.push(next.text)
    else if (typeof next.value === 'bigint') written.push(String(next.value))
    else if (!isBranch(next.value)) written.push(JSON.stringify(next.value))
    else for (const piece of piecesOf(next.value).reverse()) pending.push(piece)
  }
  return written.join('')
}

function piecesOf(branch: Branch): Pending[] {
  if (Array.isArray(branch)) return [{ text: '[' }, ...separated(branch.map(value => [{ value }])), { text: ']' }]
  const fields = Object.entries(branch).filter(([, value]) => value !== undefined)
  const pieces = fields.map(([name, value]) => [{ text: `${JSON.stringify(name)}:` }, { value }])
  return [{ text: '{' }, ...separated(pieces), { text: '}' }]
}

const separated = (pieces: Pending[][]): Pending[] =>
  pieces.flatMap((piece, n) => (n > 0 ? [{ text: ',' }, ...piece] : piece))

export const isObject = (value: unknown): value is Record<string, unknown> => isBranch(value) && !Array.isArray(value)

const encoder = new TextEncoder()

export const jsonBytes = (value: unknown) => encoder.encode(toJson(value)).length

/**
 * Parses JSON. If the text is not JSON, throws the given problem, because the error of `JSON.parse` would quote the
 * text.
 */
export function parseJson(text: string, problem: () => Error): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problem()
  }
}

export function parseJsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}

/**
 * Returns false if the value contains a number such as 1e400, which `JSON.parse` reads as Infinity. JSON cannot
 * represent Infinity.
 */
export function hasOnlyFiniteNumbers(root: unknown): boolean {
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'number' && !Number.isFinite(value)) return false
    if (isBranch(value)) for (const child of Object.values(value)) pending.push(child)
  }
  return true
}
