/** Converts metadata to JSON text for an input, and back. */

type Metadata = Record<string, unknown> | null

export const metadataToJson = (metadata: object | null) => (metadata ? JSON.stringify(metadata, null, 2) : '')

/** Returns null if the text is empty, and undefined if the text is not a JSON object. */
export function parseMetadata(text: string): Metadata | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
