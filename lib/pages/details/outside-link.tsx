/**
 * A URL outside of the back office, such as a tracking URL. An http or https URL is shown as a link, and any other URL
 * as plain text.
 */

import { Anchor, Text } from '@mantine/core'

/** Only http and https are allowed, because a `javascript:` URL could run a script with the session's key. */
export const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

interface OutsideLinkProps {
  url: string
  label?: string | undefined
}

export function OutsideLink({ url, label = url }: OutsideLinkProps) {
  if (!isWebAddress(url))
    return (
      <Text size="sm" className="breakable">
        {label}
      </Text>
    )
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" className="breakable">
      {label}
    </Anchor>
  )
}
