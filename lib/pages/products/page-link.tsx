/** A link to the page of a product in the shop. */

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/api.ts'

/**
 * Returns the absolute URL, with `base` before a path. Returns null if it is not an http or https address, which could
 * run a script.
 */
function webPageOf(url: string, base: string | undefined): string | null {
  const parsed = URL.parse(url, base)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

/**
 * Returns the URL of the default domain. A store without one gets 404 here, and the page shows a path without a link.
 */
function useShopUrl(): string | undefined {
  const { api } = useSession()
  const { data } = useQuery({ queryKey: ['domains', 'default'], queryFn: () => api.domains.get() })
  return data && `${data.protocol.toLowerCase()}://${data.domain}`
}

export function PageLink({ url }: { url: string }) {
  const href = webPageOf(url, useShopUrl())
  if (!href) return <Text size="sm">{url}</Text>
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}
