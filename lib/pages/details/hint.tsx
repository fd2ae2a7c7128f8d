/** A sentence in small gray print, which explains a part of the screen or says that it is empty. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
