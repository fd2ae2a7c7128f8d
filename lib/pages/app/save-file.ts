/** Lets the browser save text or bytes as a file, like a click on a link with a `download` attribute. */

/** The object URL is revoked only after this time, so that the browser can finish saving the file. */
const readMilliseconds = 60_000

export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), readMilliseconds)
}
