/** The picture of a product, or its initials if there is none. */

import { Avatar } from '@mantine/core'

interface PictureProps {
  url: string | null
  name: string | null
  size?: number
}

/** Pictures without HTTPS are not allowed on the pages. The name is beside the picture, so the picture has no text. */
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
