/** The path of a field in a request, as in `rates[0].cost`. */

export const fieldPath = (steps: readonly PropertyKey[]) => steps.reduce<string>(pathOf, '')

/** The path of a field or an entry of the object or array that has a path. */
export function pathOf(parent: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${parent}[${step}]`
  const name = String(step) || '""'
  return parent ? `${parent}.${name}` : name
}
