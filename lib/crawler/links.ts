/** Links as they stand in a page. */

/** Null for what leads to nothing on the web, such as `javascript:`, and for what is no link at all. */
export function absolute(link: string, base: URL): string | null {
  const url = URL.parse(link, base.href)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
