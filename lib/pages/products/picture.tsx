/** The picture of a product, or its initials if there is no picture. */

import { Avatar } from '@mantine/core'

interface PictureProps {
  url: string | null
  name: string | null
  size?: number
}

/**
 * Pictures without HTTPS are left out, because the content security policy blocks them. The alternative text is empty,
 * because the name is beside the picture.
 */
export const Picture = ({ url, name, size = 36 }: PictureProps) => (
  <Avatar
    src={url?.toLowerCase().startsWith('https://') ? url : null}
    name={name ?? undefined}
    size={size}
    radius="sm"
    color="gray"
    alt=""
    aria-hidden
    imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
  />
)
