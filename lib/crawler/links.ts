/** Resolves links of a page. */

/** Null for invalid links and for other schemes than http and https. */
export function absoluteUrl(link: string, base: URL): string | null {
  const url = URL.parse(link, base.href)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
