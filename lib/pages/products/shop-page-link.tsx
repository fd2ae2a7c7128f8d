/** A link to the page of a product in the shop. */

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/client.ts'

/**
 * Returns the absolute URL. A path is resolved against `base`; without `base`, the function returns null for a path. It
 * also returns null for protocols other than http and https, because a `javascript:` URL could run a script.
 */
function webPageOf(url: string, base: string | undefined): string | null {
  const parsed = URL.parse(url, base)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

/**
 * Returns the URL of the store's default domain. Without a default domain, the API replies with 404, and a path is
 * shown without a link.
 */
function useShopUrl(): string | undefined {
  const { api } = useSession()
  const { data } = useQuery({ queryKey: ['domains', 'default'], queryFn: () => api.domains.get() })
  return data && `${data.protocol.toLowerCase()}://${data.domain}`
}

export function ShopPageLink({ url }: { url: string }) {
  const href = webPageOf(url, useShopUrl())
  if (!href) return <Text size="sm">{url}</Text>
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}
