/** JSON of any depth: JSON.parse takes it, while JSON.stringify gives up after some thousand brackets. */

type Branch = Record<string, unknown> | unknown[]
type Pending = { text: string } | { value: unknown }

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault
    return toJsonIteratively(value)
  }
}

/** With a list of what is still to be written in the place of a call for each level. */
function toJsonIteratively(whole: unknown): string {
  const written: string[] = []
  const pending: Pending[] = [{ value: whole }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) written.push(next.text)
    else if (!isBranch(next.value)) written.push(JSON.stringify(next.value))
    else for (const piece of piecesOf(next.value).reverse()) pending.push(piece)
  }
  return written.join('')
}

function piecesOf(branch: Branch): Pending[] {
  if (Array.isArray(branch))
    return [{ text: '[' }, ...parted(branch.map(value => [{ value }])), { text: ']' }]
  const fields = Object.entries(branch).filter(([, value]) => value !== undefined)
  const pieces = fields.map(([name, value]) => [{ text: `${JSON.stringify(name)}:` }, { value }])
  return [{ text: '{' }, ...parted(pieces), { text: '}' }]
}

const parted = (pieces: Pending[][]): Pending[] =>
  pieces.flatMap((piece, n) => (n > 0 ? [{ text: ',' }, ...piece] : piece))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  isBranch(value) && !Array.isArray(value)

export const jsonBytes = (value: unknown) => Buffer.byteLength(toJson(value))
