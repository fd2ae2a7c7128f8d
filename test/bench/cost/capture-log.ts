/** Counts the bytes that Lambdas log, and keeps them off the screen. */

export function captureLog() {
  const { stdout, stderr } = process
  const writers = [stdout, stderr].map(stream => ({ stream, write: stream.write }))
  const lines: string[] = []
  for (const { stream } of writers)
    stream.write = ((chunk: string | Uint8Array) => {
      lines.push(String(chunk))
      return true
    }) as typeof stream.write
  return {
    bytes: () => Buffer.byteLength(lines.join('')),
    stop: () => {
      for (const { stream, write } of writers) stream.write = write
    },
  }
}
