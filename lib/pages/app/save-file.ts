/** Saves a file from the browser, as a link with `download` does. */

/** The browser reads the file during this time. */
const readMilliseconds = 60_000

export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), readMilliseconds)
}
